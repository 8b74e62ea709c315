/** The French pack in canonical order, as in `core/cards.py`: clubs, diamonds, hearts, spades, two to ace. */

const RANKS = [..."23456789TJQKA"];
export const DECK = [..."cdhs"].flatMap((suit) => RANKS.map((rank) => rank + suit));

/**
 * `deck` (card codes, null for all 52) `copies` times, in canonical order, copies side by side.
 * @param {string} deck
 * @param {Json} copies
 */
export function pack(deck, copies) {
  const faces = deck ? DECK.filter((card) => deck.includes(card)) : DECK;
  return faces.flatMap((card) => Array(copies).fill(card));
}

/**
 * `pool` without one copy of each of `cards`; what is not there is not missed.
 * @param {Json} pool
 * @param {string[]} cards
 */
export function without(pool, cards) {
  const rest = [...pool];
  for (const card of cards) {
    const index = rest.indexOf(card);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}
