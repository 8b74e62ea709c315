/**
 * The table as this browser last saw it, to be looked at when nobody answers: one table only, and of it what
 * its own seat was shown.
 */

import { keptSeat } from "./store.js";

const KEY = "korthus.seen";
/** What is needed to draw a table; what could be done there is not. @type {(keyof TableState)[]} */
const SHOWN = [
  "code",
  "seat",
  "game",
  "preset",
  "options",
  "practice",
  "known_cards",
  "players",
  "started",
  "over",
  "view",
  "to_act",
  "outcome",
  "description",
  "commitment",
];

/** Keeps what a table shows now. @param {TableState} state */
export function keepSeen(state) {
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(SHOWN.map((name) => [name, state[name]]))));
}

/**
 * What was last seen of a table, or null. Whoever has given the seat away does not see its cards here again.
 * @param {string} code
 * @returns {Partial<TableState>|null}
 */
export function seenAt(code) {
  const seen = JSON.parse(localStorage.getItem(KEY) ?? "null");
  if (seen?.code !== code || seen.seat !== (keptSeat(code)?.seat ?? null)) return null;
  return seen;
}
