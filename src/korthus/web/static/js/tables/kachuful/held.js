/** A hand as a player holds it: by suit with alternating colours, highest first. */

const SUITS = "shcd";
const RANKS = "AKQJT98765432";
const SYMBOLS = { s: "♠", h: "♥", c: "♣", d: "♦" };
const TRUMPS = { spades: "s", hearts: "h", clubs: "c", diamonds: "d" };

export const suitOf = (card) => card[1];
export const symbolOf = (suit) => SYMBOLS[suit];

/** The suit's letter of a trump as the rules name it, or null for a round without. */
export const trumpSuit = (trump) => TRUMPS[trump] ?? null;

/** The rank as it is written on a card. */
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** The cards in the order they are held. */
export const held = (cards) => cards.toSorted((a, b) => place(a) - place(b));

const place = (card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
