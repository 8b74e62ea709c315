/**
 * Eight cards on their way to three boards, before they are locked. Pure.
 *
 * A draft is three lists of cards. It belongs to this browser: the server hears of it when it is locked, so what
 * room is left is read here (`room`), from the splits that the server lists, with every card that is moved. A
 * test holds it against the rules for every draft there is.
 *
 * @typedef {string[][]} Draft
 * @typedef {number[][]} Splits how many cards the boards may have in the end, as the view lists them
 */

export const BOARDS = ["A", "B", "C"];

/** @returns {Draft} */
export const nothing = () => [[], [], []];

/**
 * The board a card is on (0 to 2), or -1.
 * @param {Draft} draft
 * @param {string} card
 */
export const boardOf = (draft, card) => draft.findIndex((cards) => cards.includes(card));

/** Every card of the draft. @param {Draft} draft */
export const placedIn = (draft) => draft.flat();

/**
 * The draft without a card.
 * @param {Draft} draft
 * @param {string} card
 */
export const without = (draft, card) => draft.map((cards) => cards.filter((each) => each !== card));

/**
 * How many cards may lie on each board in the end, when these lie there: the one place that looks into the
 * splits.
 * @param {unknown[][]} draft
 * @param {Splits} splits
 */
export function room(draft, splits) {
  const open = splits.filter((split) => draft.every((cards, board) => cards.length <= split[board]));
  return draft.map((cards, board) => Math.max(cards.length, ...open.map((split) => split[board])));
}

/**
 * The draft with a card put (or moved) to a board; null if there is no room.
 * @param {Draft} draft
 * @param {string} card
 * @param {number} board
 * @param {Splits} splits
 */
export function put(draft, card, board, splits) {
  const rest = without(draft, card);
  if (rest[board].length >= room(rest, splits)[board]) return null;
  return rest.with(board, [...rest[board], card]);
}

/**
 * The cards that are still to be put.
 * @param {Draft} draft
 * @param {readonly string[]} cards all of them
 */
export const left = (draft, cards) => cards.filter((card) => boardOf(draft, card) < 0);

/**
 * The draft with the last card in the hand put where it can only go; the same draft if there is a choice.
 * @param {Draft} draft
 * @param {readonly string[]} cards all that are to be put
 * @param {Splits} splits
 */
export function withLast(draft, cards, splits) {
  const [last, ...more] = left(draft, cards);
  if (last === undefined || more.length > 0) return draft;
  const ways = draft.flatMap((_, board) => {
    const next = put(draft, last, board, splits);
    return next ? [next] : [];
  });
  return ways.length === 1 ? ways[0] : draft;
}

/**
 * The draft with two cards exchanged; one of them may still be in the hand.
 * @param {Draft} draft
 * @param {string} one
 * @param {string} other
 */
export const swapped = (draft, one, other) =>
  draft.map((cards) =>
    cards.map((card) => {
      if (card === one) return other;
      return card === other ? one : card;
    }),
  );

/**
 * The draft as far as these cards and splits allow; of what is too much, the latest goes.
 * @param {Draft} draft
 * @param {string[]} cards
 * @param {Splits} splits
 */
export function fitted(draft, cards, splits) {
  let kept = nothing();
  for (const [board, lying] of draft.entries()) {
    for (const card of lying) if (cards.includes(card)) kept = put(kept, card, board, splits) ?? kept;
  }
  return kept;
}

/** The action that locks a draft. @param {Draft} draft */
export const placeText = (draft) =>
  `place ${draft.map((cards, board) => `${BOARDS[board]}: ${cards.join(" ")}`).join(", ")}`;
