/** The keyboard keeps a place at a table: when what it was at goes away, it goes to what the table names. */

import { focusOn } from "../dom.js";

export class FocusKeeper {
  #table;
  /** Whether the keyboard was at the table last, also after what it was at has gone. */
  #within = false;
  #onFocus = (/** @type {FocusEvent} */ event) => {
    this.#within = event.target instanceof Node && this.#table.contains(event.target);
  };

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  start() {
    document.addEventListener("focusin", this.#onFocus);
  }

  end() {
    document.removeEventListener("focusin", this.#onFocus);
  }

  /** Something else is drawn: moves the focus if it has no place any more. @param {() => Element|null} place */
  keep(place) {
    if (this.#within && this.#isLost()) focusOn(place(), { preventScroll: true });
  }

  #isLost() {
    const at = document.activeElement;
    if (at === null || at === document.body) return true;
    return this.#table.contains(at) && !at.checkVisibility({ visibilityProperty: true });
  }
}
