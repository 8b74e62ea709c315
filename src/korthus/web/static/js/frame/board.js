/** The real table of a game on a position, without the frame of a live game around it. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { loadTable } from "../tables/load.js";
import { note } from "./dialogs.js";

/** A table that shows a session, hears its keys and says its refusals. */
export class Board {
  #session;
  /** @type {import("../tables/base.js").GameTable|null} */
  #game = null;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  element = el(
    "section",
    { class: "board-table", "aria-label": t("web.table.area") },
    el("h2", { class: "visually-hidden", text: t("web.table.area") }),
  );

  /**
   * @param {import("../position_session.js").PositionSession} session with a view
   * @param {(reason: string) => void} complain says a refusal
   */
  constructor(session, complain = note) {
    this.#session = session;
    this.element.addEventListener("complaint", ({ detail }) => complain(detail.reason));
  }

  /** Loads the game's table and begins to show the session. */
  async open() {
    const { game, description } = this.#session.state;
    /** @type {any} */
    const table = document.createElement(await loadTable(game, description));
    this.element.append(table);
    table.attach(this.#session);
    this.#game = table;
    document.addEventListener("keydown", this.#onKey);
  }

  /** When everything that was shown is drawn. */
  get drawn() {
    return this.#game?.drawn ?? Promise.resolve();
  }

  /** Shows an action on the cloth. @param {Choice} choice */
  point(choice) {
    this.#game?.point(choice);
  }

  /** Ends it. */
  close() {
    document.removeEventListener("keydown", this.#onKey);
    this.#game?.detach();
    this.#game = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, dialog")) return;
    if (this.#game?.press(event)) event.preventDefault();
  }
}
