/** The keyboard keeps a place at a table: when what it was at goes away, it goes to what the table names. */

import { focusOn } from "../dom.js";

export class FocusKeeper {
  #table;
  /** Whether the keyboard was at the table last, also after what it was at has gone. */
  #within = false;
  /**
   * What the keyboard was brought to only until there is a better place for it.
   * @type {Element|null}
   */
  #resting = null;
  #onFocus = (/** @type {FocusEvent} */ event) => {
    this.#within = event.target instanceof Node && this.#table.contains(event.target);
    if (event.target !== this.#resting) this.#resting = null;
  };

  /** @param {import("./base.js").GameTable<any>} table */
  constructor(table) {
    this.#table = table;
  }

  start() {
    document.addEventListener("focusin", this.#onFocus);
  }

  end() {
    document.removeEventListener("focusin", this.#onFocus);
  }

  /** The table has used a key, wherever it was pressed: the keyboard is at the table. */
  enter() {
    this.#within = true;
  }

  /**
   * Something else is drawn: moves the focus if it has no place any more, to what the table names, or to the
   * hand while there is nothing to press.
   */
  keep() {
    const isLost = this.#isLost();
    if (!this.#within || !(isLost || document.activeElement === this.#resting)) return;
    const goal = this.#table.focusPlace();
    if (!goal && isLost) this.#resting = this.#table.handStop;
    if (goal || isLost) focusOn(goal ?? this.#resting, { preventScroll: true });
  }

  #isLost() {
    const at = document.activeElement;
    if (at === null || at === document.body) return true;
    return this.#table.contains(at) && !at.checkVisibility({ visibilityProperty: true });
  }
}
