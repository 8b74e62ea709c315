/** The middle of the page: the waiting room, and then the game's own table. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { loadTable } from "../tables/load.js";
import { WaitingRoom } from "./waiting.js";

/** When a full table is taken for one that waits, in milliseconds: the first card usually comes sooner. */
const SLOW_DEAL = 2000;

/** Shows one or the other, and brings the game's code when the first card is dealt. */
export class Stage {
  #session;
  #waiting;
  #loading = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #slow;
  #closed = false;
  #ready = Promise.resolve();
  #area = el("h2", { class: "visually-hidden", id: "table-area", text: t("web.table.area") });
  /**
   * The game's element once it is attached.
   * @type {import("../tables/base.js").GameTable|null}
   */
  game = null;
  element = el("section", { class: "frame-table", "aria-labelledby": "table-area" }, this.#area);

  /**
   * @param {import("../session.js").TableSession} session
   * @param {(name: string) => Promise<void>} onSit
   */
  constructor(session, onSit) {
    this.#session = session;
    this.#waiting = new WaitingRoom(session, onSit);
  }

  /** Whether a table is there, which tells the log what it has shown. */
  get tells() {
    return this.game !== null;
  }

  /** Shows a state when those before it are on their way. @param {TableState} state */
  draw(state) {
    this.#ready = this.#ready.then(() => this.#draw(state)).catch(reportError);
  }

  /** When the table is there, and everything it was fed is drawn. */
  async drawn() {
    await this.#ready;
    await this.game?.drawn;
  }

  /** When what the last state asked for is there. */
  get ready() {
    return this.#ready;
  }

  /** Leaves the game. */
  close() {
    this.#closed = true;
    clearTimeout(this.#slow);
    this.game?.detach();
  }

  /** Shows the waiting room if somebody is waited for, or the first card does not come. @param {TableState} state */
  #wait(state) {
    this.#waiting.update(state);
    if (this.#waiting.element.isConnected) return;
    clearTimeout(this.#slow);
    const show = () => {
      if (!this.#closed && !this.#loading) this.element.replaceChildren(this.#area, this.#waiting.element);
    };
    if (state.players.every(({ taken }) => taken)) this.#slow = setTimeout(show, SLOW_DEAL);
    else show();
  }

  /** @param {TableState} state */
  async #draw(state) {
    if (!state.view) {
      this.#wait(state);
      return;
    }
    clearTimeout(this.#slow);
    if (this.#loading) return;
    this.#loading = true;
    /** @type {any} */
    const game = document.createElement(await loadTable(state.game, state.description));
    if (this.#closed) return;
    this.element.replaceChildren(this.#area, game);
    game.attach(this.#session);
    this.game = game;
  }
}
