/** What the own cards make on the boards while they are being put there: asked of the server, which knows. */

import { Refused } from "../../api.js";

/** @typedef {(string|null)[]} Names by board; null where there is nothing to name */

/** @returns {Names} */
const none = () => [null, null, null];

export class Called {
  #asked = "";
  names = none();

  /** Another hand begins. */
  begin() {
    this.names = none();
  }

  /**
   * Asks for the names of cards that lie otherwise than before.
   * @param {Session} session
   * @param {number} hand its number
   * @param {string[][]} boards
   * @returns {Promise<boolean>} whether there is something else to show
   */
  async ask(session, hand, boards) {
    const asked = `${hand} ${JSON.stringify(boards)}`;
    if (asked === this.#asked) return false;
    this.#asked = asked;
    this.names = none();
    if (boards.flat().length) {
      const names = await namesOf(session, boards);
      if (asked !== this.#asked) return false;
      this.names = names;
    }
    return true;
  }
}

/**
 * What hands are called; nothing without a connection, which the frame shows.
 * @param {Session} session
 * @param {string[][]} boards
 * @returns {Promise<Names>}
 */
async function namesOf(session, boards) {
  try {
    return (await session.request("names", { boards })).names;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return none();
  }
}
