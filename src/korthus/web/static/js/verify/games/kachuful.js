/** Kachuful's pools: the whole pack for every round. Every card dealt is played, so plays tell their number. */

import { pack } from "../french.js";

/** @param {string} card */
const written = (card) => card[1].toUpperCase() + (card[0] === "T" ? "10" : card[0]);

/**
 * @param {Json} record
 * @returns {Draws}
 */
export function* draws(record) {
  const { decks = 1, deck = null } = record.options;
  const pool = pack(deck, decks);
  const played = [];
  for (const { seat, text } of record.actions) {
    if (seat === "deal") played.push(0);
    else if (text.startsWith("play ") && played.length > 0) played[played.length - 1] += 1;
  }
  for (const count of played) {
    yield { pool, count, write: (cards) => `deal ${cards.map(written).join(" ")}` };
  }
}
