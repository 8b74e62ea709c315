/** The side of a table: who plays, what has been said, and talking. A drawer where there is little room. */

import { el, focusOn } from "../dom.js";
import { t } from "../i18n.js";
import { createLog } from "../log.js";
import { iconButton } from "./buttons.js";
import { createTalk } from "./talk.js";
import { warmingLine } from "./warming.js";

/** The column beside the table. */
export class Side {
  #opener = iconButton("log", "web.table.log", "open-log", () => this.open(!this.isOpen));
  log = createLog();

  /**
   * @param {Session} session
   * @param {import("./players.js").PlayerList} players
   */
  constructor(session, players) {
    this.#opener.classList.add("open-side");
    this.#opener.setAttribute("aria-controls", "frame-side");
    this.talk = createTalk(session);
    this.warming = warmingLine(() => session.state.game || null);
    this.element = el(
      "aside",
      { class: "frame-side", id: "frame-side", "aria-label": t("web.table.side") },
      el(
        "div",
        { class: "dialog-head side-close" },
        el("h2", { text: t("web.table.log") }),
        iconButton("close", "web.close", "side-close", () => this.open(false)),
      ),
      players.element,
      this.warming.element,
      players.spectators,
      this.log.element,
      this.talk.element,
    );
  }

  /** The button that opens the drawer; it is shown only where the side is one. */
  get opener() {
    return this.#opener;
  }

  /** Whether the drawer is open. */
  get isOpen() {
    return this.element.classList.contains("open");
  }

  /** Opens or closes the drawer, and moves the focus along. */
  open(on = true) {
    this.element.classList.toggle("open", on);
    this.#opener.setAttribute("aria-expanded", String(on));
    if (on) focusOn(this.element.querySelector(".side-close button"));
    else this.#opener.focus();
  }

  /** Brings the focus to what has been said. */
  toLog() {
    this.#openIfDrawer();
    this.log.element.focus();
  }

  /** Brings the focus to talking, if somebody is there to hear. */
  toTalk() {
    if (this.talk.element.hidden) return;
    this.#openIfDrawer();
    this.talk.focus();
  }

  #openIfDrawer() {
    if (getComputedStyle(this.#opener).display !== "none") this.open();
  }
}
