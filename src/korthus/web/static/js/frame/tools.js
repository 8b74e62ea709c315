/** What can be done at a table beside playing: a hint, taking back, the result, the log, the menu. */

import { el } from "../dom.js";
import { iconButton, toolButton } from "./buttons.js";
import { isMine } from "./status.js";

/** The row of tools on the bar. */
export class Tools {
  /** @param {{advise: () => void, takeBack: () => void, openResult: () => void, openLog: () => void, openMenu: () => void}} ways */
  constructor({ advise, takeBack, openResult, openLog, openMenu }) {
    this.hint = toolButton("hint", "web.hint", "hint", advise);
    this.undo = toolButton("undo", "web.undo", "undo", takeBack);
    this.result = toolButton("result", "web.result.show", "show-result", openResult);
    this.log = iconButton("log", "web.table.log", "open-log", openLog);
    this.log.classList.add("open-side");
    this.log.setAttribute("aria-controls", "frame-side");
    const menu = iconButton("menu", "web.table.menu", "open-menu", openMenu);
    this.element = el("div", { class: "frame-tools" }, this.hint, this.undo, this.result, this.log, menu);
  }

  /** Shows what can be used now. */
  draw(state, endShown) {
    const playing = state.seat !== null && state.started && !state.over && state.connection !== "moved";
    this.hint.hidden = !(playing && state.practice);
    this.undo.hidden = !playing;
    this.result.hidden = !(state.over && endShown);
    this.hint.setAttribute("aria-disabled", String(!isMine(state)));
  }
}
