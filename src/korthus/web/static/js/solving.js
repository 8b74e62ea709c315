/** How this browser's person solves puzzles: rating, streaks and what was answered, kept here and nowhere else. */

const PERSON = "korthus.puzzles";
const SEEN = "korthus.puzzles.seen";

/**
 * What the server made of the answers so far; null before the first.
 * @returns {Json}
 */
export function solver() {
  return JSON.parse(localStorage.getItem(PERSON) ?? "null");
}

/** The puzzles of a game that were answered. @param {string} game @returns {string[]} */
export function answered(game) {
  return all()[game] ?? [];
}

/** @returns {Record<string, string[]>} */
function all() {
  return JSON.parse(localStorage.getItem(SEEN) ?? "{}");
}

/**
 * Keeps a first answer.
 * @param {string} game
 * @param {string} id
 * @param {Json} person as the server says they are now
 */
export function keepAnswer(game, id, person) {
  localStorage.setItem(PERSON, JSON.stringify(person));
  localStorage.setItem(SEEN, JSON.stringify({ ...all(), [game]: [...new Set([...answered(game), id])] }));
}
