/** A hand as a player holds it: by suit with alternating colours, highest first. */

const SUITS = "shcd";
const RANKS = "AKQJT98765432";
/** @type {Record<string, string>} */
const SYMBOLS = { s: "♠", h: "♥", c: "♣", d: "♦" };
/** @type {Record<string, string|undefined>} */
const TRUMPS = { spades: "s", hearts: "h", clubs: "c", diamonds: "d" };

/** @param {string} card */
export const suitOf = (card) => card[1];
/** @param {string} suit */
export const symbolOf = (suit) => SYMBOLS[suit];

/**
 * The suit's letter of a trump as the rules name it, or null for a round without.
 * @param {string|null} trump
 */
export const trumpSuit = (trump) => TRUMPS[trump ?? ""] ?? null;

/** The rank as it is written on a card. @param {string} card */
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** The cards in the order they are held. @param {string[]} cards */
export const held = (cards) => cards.toSorted((a, b) => order(a) - order(b));

/** @param {string} card */
const order = (card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
