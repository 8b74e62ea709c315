/**
 * Eight cards on their way to three boards, before they are locked. Pure.
 *
 * A draft is three lists of cards. It belongs to this browser: the server hears of it when it is locked.
 */

export const BOARDS = ["A", "B", "C"];
const MOST = 4;
const LEAST = 2;

export const nothing = () => [[], [], []];

/** The board a card is on (0 to 2), or -1. */
export const boardOf = (draft, card) => draft.findIndex((cards) => cards.includes(card));

/** Every card of the draft. */
export const placedIn = (draft) => draft.flat();

/** The draft without a card. */
export const without = (draft, card) => draft.map((cards) => cards.filter((each) => each !== card));

/**
 * How many places each board shows: four where four may still lie, otherwise two.
 *
 * @param {number|null} plo the board of four, once it is settled
 */
export function places(draft, plo) {
  const four = plo ?? draft.findIndex((cards) => cards.length > LEAST);
  return draft.map((_, board) => (four === -1 || four === board ? MOST : LEAST));
}

/** The draft with a card put (or moved) to a board; null if there is no room. */
export function put(draft, card, board, plo) {
  const rest = without(draft, card);
  if (rest[board].length >= places(rest, plo)[board]) return null;
  return rest.map((cards, at) => (at === board ? [...cards, card] : cards));
}

/** The draft with two cards exchanged; one of them may still be in the hand. */
export const swapped = (draft, one, other) =>
  draft.map((cards) =>
    cards.map((card) => {
      if (card === one) return other;
      return card === other ? one : card;
    }),
  );

/** The draft as far as these cards and this board of four allow; what is too much goes, latest first. */
export function fitted(draft, cards, plo) {
  const own = draft.map((each) => each.filter((card) => cards.includes(card)));
  const room = places(own, plo);
  return own.map((each, board) => each.slice(0, room[board]));
}

/** Whether all eight lie, four on one board and two on each of the others. */
export const isComplete = (draft) =>
  draft
    .map((cards) => cards.length)
    .sort((one, other) => one - other)
    .join() === "2,2,4";

/** The action that locks a draft. */
export const placeText = (draft) =>
  `place ${draft.map((cards, board) => `${BOARDS[board]}: ${cards.join(" ")}`).join(", ")}`;
