/**
 * What cards of Mulle count, for the eye only: to sort the table and to show how a capture adds up.
 * What may be played is never decided here; that comes from the server.
 */

const PIPS = { A: 1, T: 10, J: 11, Q: 12, K: 13 };
const LARGE_IN_HAND = { "2s": 15, Td: 16 };

/** What a card counts where it lies. */
export const tableValue = (card) => PIPS[card[0]] ?? Number(card[0]);

/** What a card takes when it is played. */
export const handValue = (card) => (card[0] === "A" ? 14 : (LARGE_IN_HAND[card] ?? tableValue(card)));

/** Whether a card is small on the table and large in the hand. */
export const isSpecial = (card) => handValue(card) !== tableValue(card);

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A card in a line of text: `10♦`. */
export const pretty = (card) => (card[0] === "T" ? "10" : card[0]) + SUITS[card[1]];

/**
 * Piles put into groups that add up to a value each.
 *
 * @param {number[]} values what each pile counts
 * @param {number} total what each group adds up to
 * @returns {number[][]|null} places in `values`, group by group; null if they do not add up
 */
export function grouped(values, total) {
  const places = values.map((_, place) => place).sort((one, other) => values[other] - values[one]);
  const used = new Set();
  const groups = [];
  const fill = (group, left, from) => {
    if (left === 0) {
      groups.push(group);
      if (next()) return true;
      groups.pop();
      return false;
    }
    for (let at = from; at < places.length; at += 1) {
      const place = places[at];
      if (used.has(place) || values[place] > left) continue;
      used.add(place);
      if (fill([...group, place], left - values[place], at + 1)) return true;
      used.delete(place);
    }
    return false;
  };
  const next = () => {
    const first = places.find((place) => !used.has(place));
    if (first === undefined) return true;
    if (values[first] > total) return false;
    used.add(first);
    if (fill([first], total - values[first], places.indexOf(first) + 1)) return true;
    used.delete(first);
    return false;
  };
  return next() ? groups : null;
}
