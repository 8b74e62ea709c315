/** Mulle's pools: all decks when an omgång starts, then what this omgång has not dealt yet. */

import { pack, without } from "../french.js";

/** @type {Record<string, string>} */
const SUITS = { c: "KL", d: "RU", h: "HJ", s: "SP" };
/** @param {string} card */
const written = (card) => `${SUITS[card[1]]} ${card[0] === "T" ? "10" : card[0]}`;

/**
 * @param {Json} record
 * @returns {Draws}
 */
export function* draws(record) {
  const {
    hand_size = 8,
    table_cards = 8,
    decks = 2,
    ronder_nominal = 6,
    first_starter = 0,
    deck = null,
  } = record.options;
  const all = pack(deck, decks);
  const rond = 2 * hand_size;
  const ronder = Math.min(ronder_nominal, Math.floor((all.length - table_cards) / rond));
  if (first_starter === "random") {
    yield { pool: [0, 1], count: 1, write: ([seat]) => `deal starter ${seat}` };
  }
  for (;;) {
    let pool = all;
    for (let number = 0; number < ronder; number += 1) {
      const count = number === 0 ? rond + table_cards : rond;
      const write = (/** @type {string[]} */ cards) => `deal ${cards.map(written).join(", ")}`;
      const drawn = yield { pool, count, write, mayEnd: number === 0 };
      pool = without(pool, drawn);
    }
  }
}
