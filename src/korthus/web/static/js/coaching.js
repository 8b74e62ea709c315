/** Which games are coached: the first of each kind, unless this browser's person wants it otherwise. */

import { settings } from "./settings.js";

const KEPT = "korthus.coached";
/** How many games of a kind are coached. */
const FIRST = 3;

/**
 * The codes of the tables that were coached, by game.
 * @returns {Record<string, string[]>}
 */
function all() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
}

/**
 * Whether a table against computers is coached. One of the first is so from then on.
 * @param {string} game
 * @param {string} code
 */
export function isCoached(game, code) {
  const wish = settings.get("coach");
  if (wish !== "first") return wish === "always";
  const codes = all()[game] ?? [];
  if (codes.includes(code)) return true;
  if (codes.length >= FIRST) return false;
  localStorage.setItem(KEPT, JSON.stringify({ ...all(), [game]: [...codes, code] }));
  return true;
}
