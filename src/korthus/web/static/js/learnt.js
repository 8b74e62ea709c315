/** What this browser's person has learnt: kept here and nowhere else. */

const LEARNT = "korthus.learnt";
const ASKED = "korthus.learn.asked";

/**
 * The names of the lessons that are done, by game.
 * @returns {Record<string, string[]>}
 */
function all() {
  return JSON.parse(localStorage.getItem(LEARNT) ?? "{}");
}

/** The names of the lessons of a game that are done. @param {string} game */
export function learnt(game) {
  return new Set(all()[game] ?? []);
}

/**
 * Keeps that a lesson is done.
 * @param {string} game
 * @param {string} name
 */
export function keepLearnt(game, name) {
  const names = learnt(game).add(name);
  localStorage.setItem(LEARNT, JSON.stringify({ ...all(), [game]: [...names] }));
}

/**
 * The number of the lesson to go on with, counted from 1: the first that is not done, or null after the last.
 * @param {string} game
 * @param {{name: string}[]} lessons
 */
export function nextLesson(game, lessons) {
  const done = learnt(game);
  const at = lessons.findIndex(({ name }) => !done.has(name));
  return at < 0 ? null : at + 1;
}

/** Whether this browser's person has neither sat at a table, nor learnt, nor been asked whether to. */
export function isNewcomer() {
  return !Object.keys(localStorage).some(
    (key) => key.startsWith("korthus.seat.") || key.startsWith(ASKED) || key === LEARNT,
  );
}

/** Keeps that this browser's person has been asked: nobody is asked twice. */
export function keepAsked() {
  localStorage.setItem(ASKED, "1");
}
