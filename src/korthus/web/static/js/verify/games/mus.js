/** Mus' pools: the whole pack for a new hand; for new cards the stock, or the discards once it is empty. */

import { without } from "../french.js";

const RANKS = [..."RCS76541"];
const HAND_SIZE = 4;
/** @param {string[]} cards */
const write = (cards) => `deal ${cards.join(" ")}`;

/**
 * @param {Json} record
 * @returns {Draws}
 */
export function* draws(record) {
  const { deck = [8, 4, 4, 4, 4, 4, 4, 8], first_mano = 0 } = record.options;
  const all = RANKS.flatMap((rank, index) => Array(deck[index]).fill(rank));
  let mano = first_mano;
  for (const discards of handsOf(record)) {
    const drawn = yield { pool: all, count: 2 * HAND_SIZE, write };
    const hands = { [mano]: drawn.slice(0, HAND_SIZE), [1 - mano]: drawn.slice(HAND_SIZE) };
    let thrown = [];
    for (const change of discards) {
      for (const { seat, cards } of change) {
        hands[seat] = without(hands[seat], cards).slice(0, Math.max(0, HAND_SIZE - cards.length));
        thrown.push(...cards);
      }
      for (const seat of [mano, 1 - mano]) {
        while (hands[seat].length < HAND_SIZE) {
          let pool = without(all, [...hands[0], ...hands[1], ...thrown]);
          if (pool.length === 0) {
            thrown = [];
            pool = without(all, [...hands[0], ...hands[1]]);
          }
          const count = Math.min(HAND_SIZE - hands[seat].length, pool.length);
          hands[seat] = [...hands[seat], ...(yield { pool, count, write })];
        }
      }
    }
    mano = 1 - mano;
  }
}

/** For each hand of the record, its changes: each the discards of both seats. @param {Json} record */
function handsOf(record) {
  /** @type {{seat: number, cards: string[]}[][][]} */
  const hands = [];
  /** @type {{seat: number, cards: string[]}[]} */
  let change = [];
  let owed = 0;
  for (const { seat, text } of record.actions) {
    if (seat === "deal") {
      if (owed > 0) owed -= text.split(" ").length - 1;
      else hands.push([]);
    } else if (text.startsWith("discard ") && hands.length > 0 && (seat === 0 || seat === 1)) {
      const cards = text.split(" ").slice(1);
      change.push({ seat, cards });
      owed += cards.length;
      if (change.length === 2) {
        hands[hands.length - 1].push(change);
        change = [];
      }
    }
  }
  return hands;
}
