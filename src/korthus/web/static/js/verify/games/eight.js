/** Eight Cards' pools: a full pack for hands and flops, then what is left of it for each of the run-outs. */

import { DECK, without } from "../french.js";

const HANDS_AND_FLOPS = 2 * 8 + 3 * 3;
/** @param {string[]} cards */
const write = (cards) => `deal ${cards.join(" ")}`;

/**
 * @param {Json} record
 * @returns {Draws}
 */
export function* draws(record) {
  const burns = record.options.burn_cards === "classic" ? 1 : 0;
  for (;;) {
    let pool = DECK;
    for (let board = 0; board <= 3; board += 1) {
      const count = board === 0 ? HANDS_AND_FLOPS + 3 * burns : 2 * (1 + burns);
      const drawn = yield { pool, count, write, mayEnd: board === 0 };
      pool = without(pool, drawn);
    }
  }
}
