/**
 * What this browser keeps of a table's word about its luck: the seal as it was shown, the seed that this
 * person mixed in, and the closing hash that was told at the end. A record is held against them.
 */

const PREFIX = "korthus.promise.";

/**
 * What was kept of a table, or null.
 * @param {string} code
 * @returns {{commitment: string, before: boolean, since: string, seat?: number, seed?: string,
 *   closing?: string}|null} `before`: the seal was seen before the first card
 */
export function promiseOf(code) {
  const text = localStorage.getItem(PREFIX + code);
  return text ? JSON.parse(text) : null;
}

/** What was kept of whichever table showed this seal, or null. @param {string} commitment */
export function promiseUnder(commitment) {
  for (let index = 0; index < localStorage.length; index += 1) {
    const key = localStorage.key(index) ?? "";
    const kept = key.startsWith(PREFIX) ? promiseOf(key.slice(PREFIX.length)) : null;
    if (kept?.commitment === commitment) return kept;
  }
  return null;
}

/**
 * Keeps a seal when it is first shown.
 * @param {string} code
 * @param {string} commitment
 * @param {boolean} before whether no card is dealt yet
 * @returns {boolean} whether it is the one that was kept
 */
export function keepCommitment(code, commitment, before) {
  const kept = promiseOf(code);
  if (kept) return kept.commitment === commitment;
  keep(code, { commitment, before, since: new Date().toISOString() });
  return true;
}

/**
 * Keeps the seed that this person mixed in from a seat.
 * @param {string} code
 * @param {number} seat
 * @param {string} seed
 */
export function keepSeed(code, seat, seed) {
  keep(code, { seat, seed });
}

/**
 * Keeps the closing hash. In practice the end can be taken back and another one comes; otherwise the first
 * one stands.
 * @param {string} code
 * @param {string} closing
 * @param {boolean} practice
 */
export function keepClosing(code, closing, practice) {
  if (practice || !promiseOf(code)?.closing) keep(code, { closing });
}

/**
 * @param {string} code
 * @param {object} facts
 */
function keep(code, facts) {
  localStorage.setItem(PREFIX + code, JSON.stringify({ ...promiseOf(code), ...facts }));
}
