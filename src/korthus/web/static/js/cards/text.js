/**
 * Cards in texts. The server sets a card between two invisible signs (`screens/marked.py`); here it becomes a
 * small card in the line, and in a name for screen readers its full name.
 */

// keys: web.rank.* web.suit.* web.spanish_rank.* web.spanish_suit.*

import { has, t } from "../i18n.js";

/** U+2063, the invisible separator: stands before and after a card. */
const MARK = "\u2063";

/** @type {Record<string, string>} */
const SUIT_SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** What a card is called: "nine of hearts". @param {string} name */
export function cardName(name, { deck = "french" } = {}) {
  if (deck === "plain") return name;
  const [rank, suit] = name;
  if (deck === "spanish") {
    return t("web.spanish_card", {
      rank: t(`web.spanish_rank.${rank}`),
      suit: t(`web.spanish_suit.${suit}`),
    });
  }
  return t("web.card", { rank: t(`web.rank.${rank}`), suit: t(`web.suit.${suit}`) });
}

/** A French card in a line of text: `10♦`. @param {string} card */
export const shortName = ([rank, suit]) => (rank === "T" ? "10" : rank) + SUIT_SIGNS[suit];

/** A French card for a text that is drawn with `cardsIn`. @param {string} card */
export const cardMark = (card) => MARK + shortName(card) + MARK;

/** The suit of a card as it is read (`10♦`); undefined for a rank alone. @param {string} read */
const suitOf = (read) => Object.keys(SUIT_SIGNS).find((suit) => read.endsWith(SUIT_SIGNS[suit]));

/** What a card as it is read is called. @param {string} read */
function fullName(read) {
  const suit = suitOf(read);
  if (suit) return cardName(read.slice(0, -1).replace("10", "T") + suit);
  return has(`web.spanish_rank.${read}`) ? t(`web.spanish_rank.${read}`) : read;
}

/** Whether a text has cards in it. @param {string} text */
export const hasCards = (text) => text.includes(MARK);

/** A text as it is read, without marks. @param {string} text */
export const unmarked = (text) => text.replaceAll(MARK, "");

/** A text with its cards by their full names, for screen readers. @param {string} text */
export const spoken = (text) =>
  text
    .split(MARK)
    .map((part, index) => (index % 2 ? fullName(part) : part))
    .join("");

/**
 * A text with its cards as small cards.
 * @param {string} text
 * @returns {(string|HTMLElement)[]}
 */
export const cardsIn = (text) => text.split(MARK).map((part, index) => (index % 2 ? smallCard(part) : part));

/** @param {string} read */
function smallCard(read) {
  const card = document.createElement("span");
  card.className = `card-text suit-${suitOf(read) ?? "none"}`;
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", fullName(read));
  card.textContent = read;
  return card;
}
