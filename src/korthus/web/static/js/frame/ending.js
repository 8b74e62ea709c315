/** The end of a game at a table: told when the table has shown it, with a way to play again. */

import { sound } from "../sound.js";
import { againText, goToNextTable } from "./again.js";
import { noting } from "./dialogs.js";
import { showResult } from "./result.js";

/** Whether the end was shown, and the sheet of the result. */
export class Ending {
  #session;
  #nameOf;
  #open = false;
  /** @type {ReturnType<typeof showResult>|null} */
  #sheet = null;
  /** Whether the table has shown the end. */
  shown = false;

  /**
   * @param {Session} session
   * @param {NameOf} nameOf
   */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
  }

  /** Whether the sheet of the result lies open. */
  get isOpen() {
    return this.#open;
  }

  /** The table has shown the end. @param {boolean} seen whether somebody was there when it came, and heard no sound of it yet */
  come(seen) {
    const { state } = this.#session;
    if (seen && state.outcome?.winners.some((seat) => seat === state.seat)) sound("win");
    this.open();
  }

  /** Opens the sheet of the result. */
  open() {
    if (this.#open || !this.#session.state.outcome) return;
    this.#open = true;
    this.#sheet = showResult(this.#session.state, {
      nameOf: this.#nameOf,
      onAgain: () => noting(() => goToNextTable(this.#session.state)),
      onClose: () => {
        this.#open = false;
        this.#sheet = null;
      },
    });
    this.update(this.#session.state);
  }

  /** Says on the sheet that somebody wants to play again. @param {TableState} state */
  update(state) {
    this.#sheet?.asked(againText(state, this.#nameOf));
    this.#sheet?.hold(state.held_back);
  }
}
