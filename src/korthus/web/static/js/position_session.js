/** A table without a live game behind it: it shows a position, and whoever opened it answers what is done. */

import { post, Refused } from "./api.js";
import { language, t } from "./i18n.js";
import { NOTHING } from "./session.js";

/**
 * What answers a session: `act` does an action (and calls `show` with what follows), `why` says whether one
 * would be allowed, `names` what hands cards would make on the boards of a game that has some.
 * @typedef {{act: (text: string) => Promise<unknown>,
 *   why: (text: string) => Promise<{legal: boolean, reason: string}>,
 *   names?: (boards: string[][]) => Promise<(string|null)[]>}} Answers
 */

/** A session that a page owns. Its events are those of `TableSession`: `change` and `pending`. */
export class PositionSession extends EventTarget {
  #answers;

  /**
   * @param {Partial<TableState>} facts
   * @param {Answers} answers
   */
  constructor(facts, answers) {
    super();
    this.#answers = answers;
    /** @type {TableState} */
    this.state = { ...NOTHING, connection: "open", started: true, ...facts };
  }

  /**
   * Shows other facts.
   * @param {Partial<TableState>} facts
   * @param {Notice[]} notices what happened since
   */
  show(facts, notices = []) {
    const previous = this.state;
    this.state = { ...previous, ...facts };
    this.dispatchEvent(new CustomEvent("change", { detail: { previous, state: this.state, notices } }));
  }

  /**
   * Does an action; until it is answered the table is locked.
   * @param {string} text
   * @returns {Promise<any>}
   */
  async act(text) {
    if (this.state.pending) throw new Refused("PENDING", t("web.error.pending"));
    this.#pending(text);
    try {
      return await this.#answers.act(text);
    } finally {
      this.#pending(null);
    }
  }

  /**
   * @param {string} type
   * @param {Record<string, Json>} fields
   * @returns {Promise<any>}
   */
  async request(type, fields = {}) {
    if (type === "why") return this.#answers.why(fields.text);
    if (type === "names" && this.#answers.names) return { names: await this.#answers.names(fields.boards) };
    throw new Refused("STILL", t("web.error.still"));
  }

  /** @param {string|null} text the action that is under way */
  #pending(text) {
    this.state = { ...this.state, pending: text };
    this.dispatchEvent(new CustomEvent("pending", { detail: { pending: text } }));
  }
}

/**
 * What the server says about a position; see `PositionWish` in `web/live/positions.py`.
 * @param {Json} wish
 * @returns {Promise<Json>}
 */
export function askPosition(wish) {
  return post(`/api/positions?lang=${language()}`, wish);
}

/**
 * Whether the server takes a question, and why not.
 * @param {() => Promise<unknown>} ask
 */
export async function whyNot(ask) {
  try {
    await ask();
    return { legal: true, reason: "" };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { legal: false, reason: error.reason };
  }
}

/**
 * What a session knows of a position that the server told, seen by one seat or, with null, by everybody.
 * @param {Json} told
 * @param {number|null} seat
 * @returns {Partial<TableState>}
 */
export function factsOf(told, seat) {
  const { game, preset, options, description, to_act: turn, outcome } = told;
  return {
    game,
    preset,
    options,
    description,
    seat,
    view: seat === null ? told.open : told.views[seat],
    hands: told.hands,
    actions: seat !== null && turn === seat ? told.actions : [],
    to_act: turn,
    over: outcome !== null,
    outcome,
    players: told.views.map((/** @type {Json} */ _, /** @type {number} */ at) => playerAt(at)),
  };
}

/**
 * Somebody without a name in a seat.
 * @param {number} seat
 * @returns {Player}
 */
export function playerAt(seat) {
  return {
    seat,
    name: t("web.seat", { n: seat + 1 }),
    bot: null,
    present: true,
    taken: true,
    absent_ms: null,
    standing_in: false,
    instead: null,
  };
}
