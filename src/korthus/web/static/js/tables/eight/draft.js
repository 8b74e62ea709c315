/**
 * Eight cards on their way to three boards, before they are locked. Pure.
 *
 * A draft is three lists of cards. It belongs to this browser: the server hears of it when it is locked.
 */

export const BOARDS = ["A", "B", "C"];

export const nothing = () => [[], [], []];

/** The board a card is on (0 to 2), or -1. */
export const boardOf = (draft, card) => draft.findIndex((cards) => cards.includes(card));

/** Every card of the draft. */
export const placedIn = (draft) => draft.flat();

/** The draft without a card. */
export const without = (draft, card) => draft.map((cards) => cards.filter((each) => each !== card));

/**
 * The splits that a draft can still come to.
 *
 * @param {string[][]} draft
 * @param {number[][]} splits how many cards the boards may have in the end, as the view lists them
 */
const within = (draft, splits) =>
  splits.filter((split) => draft.every((cards, board) => cards.length <= split[board]));

/** How many places each board shows: as many as may lie there in the end. */
export function room(draft, splits) {
  const open = within(draft, splits);
  return draft.map((cards, board) => Math.max(cards.length, ...open.map((split) => split[board])));
}

/** The draft with a card put (or moved) to a board; null if there is no room. */
export function put(draft, card, board, splits) {
  const next = without(draft, card).map((cards, at) => (at === board ? [...cards, card] : cards));
  return within(next, splits).length ? next : null;
}

/** The draft with two cards exchanged; one of them may still be in the hand. */
export const swapped = (draft, one, other) =>
  draft.map((cards) =>
    cards.map((card) => {
      if (card === one) return other;
      return card === other ? one : card;
    }),
  );

/** The draft as far as these cards and splits allow; of what is too much, the latest goes. */
export function fitted(draft, cards, splits) {
  const own = draft.map((each) => each.filter((card) => cards.includes(card)));
  const cut = splits.map((split) => own.map((each, board) => each.slice(0, split[board])));
  return cut.reduce((best, each) => (each.flat().length > best.flat().length ? each : best));
}

/** Whether every card lies where a split wants it. */
export const isComplete = (draft, splits) =>
  splits.some((split) => draft.every((cards, board) => cards.length === split[board]));

/** The action that locks a draft. */
export const placeText = (draft) =>
  `place ${draft.map((cards, board) => `${BOARDS[board]}: ${cards.join(" ")}`).join(", ")}`;
