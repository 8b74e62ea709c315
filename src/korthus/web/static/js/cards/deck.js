/** The drawings of a deck, brought into the document once so that every card can point at them. */

import { fileAt } from "../files.js";

/** Milliseconds before the next try. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/** @type {Map<string, Promise<void>>} */
const asked = new Map();

/**
 * Brings the symbols of a deck ("french" or "spanish") into the page; cards made before appear then.
 * @param {string} deck
 * @returns {Promise<void>}
 */
export function ensureDeck(deck) {
  const known = asked.get(deck) ?? bring(deck);
  asked.set(deck, known);
  return known;
}

/** @param {string} deck */
async function bring(deck) {
  const drawn = new DOMParser().parseFromString(await drawings(deck), "image/svg+xml");
  const sprite = document.importNode(drawn.documentElement, true);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
}

/**
 * Asks for the drawings until they come: a cut line must not leave somebody with blank cards for good.
 * @param {string} deck
 */
async function drawings(deck) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, 2 * wait)) {
    const text = await fetch(fileAt(`cards/${deck}.svg`)).then(textOf, () => null);
    if (text !== null) return text;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** The text of an answer; null if it was cut off, or if the server cannot answer now. @param {Response} answer */
async function textOf(answer) {
  if (answer.ok) return answer.text().catch(() => null);
  if (answer.status < 500) throw new Error(`the drawings of the deck did not come (${answer.status})`);
  return null;
}
