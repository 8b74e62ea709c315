/** Poker hands in the page's language. */

import { t } from "../../i18n.js";

// keys: eight.hand.* eight.rank.* eight.ranks.*

/** What a hand is called: "flush, queen high". @param {Eight.HandName} hand */
export function handWords({ category, ranks, royal }) {
  const [first, second = first] = ranks;
  return t(`eight.hand.${royal ? "royal" : category}`, {
    a: t(`eight.rank.${first}`),
    many_a: t(`eight.ranks.${first}`),
    many_b: t(`eight.ranks.${second}`),
  });
}

/** Chips won or lost: `+34`, `−50`, `0`. @param {number} chips */
export const signed = (chips) => (chips > 0 ? `+${chips}` : chips < 0 ? `−${-chips}` : "0");
