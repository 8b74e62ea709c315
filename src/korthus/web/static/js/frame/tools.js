/** What can be done at a table beside playing: a hint, taking back, the result, the log, the menu. */

import { el } from "../dom.js";
import { iconButton, toolButton } from "./buttons.js";
import { isMine } from "./status.js";

/** The row of tools on the bar. */
export class Tools {
  /**
   * @param {{advise: () => void, takeBack: () => void, playForMe: () => void, openResult: () => void, openMenu: () => void}} ways
   * @param {HTMLElement} log the button that opens the log
   */
  constructor({ advise, takeBack, playForMe, openResult, openMenu }, log) {
    this.hint = toolButton("hint", "web.hint", "hint", advise);
    this.undo = toolButton("undo", "web.undo", "undo", takeBack);
    this.auto = toolButton("auto", "web.auto", "auto", playForMe);
    this.result = toolButton("result", "web.result.show", "show-result", openResult);
    const menu = iconButton("menu", "web.table.menu", "open-menu", openMenu);
    this.element = el(
      "div",
      { class: "frame-tools" },
      this.hint,
      this.auto,
      this.undo,
      this.result,
      log,
      menu,
    );
  }

  /**
   * Shows what can be used now.
   * @param {TableState} state
   * @param {boolean} endShown
   */
  draw(state, endShown) {
    const playing = state.seat !== null && state.started && !state.over && state.connection !== "moved";
    this.hint.hidden = !(playing && state.practice);
    this.auto.hidden = !playing;
    this.undo.hidden = !playing;
    this.result.hidden = !(state.over && endShown);
    for (const button of [this.hint, this.auto]) {
      button.setAttribute("aria-disabled", String(!isMine(state)));
    }
  }
}
