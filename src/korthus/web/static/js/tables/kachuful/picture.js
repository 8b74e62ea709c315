/**
 * What the table shows at one moment, as plain data. A picture is read from a view; between two views, the
 * events lead from one picture to the next, so that every card can be seen to move. Nothing here is guessed:
 * a picture holds what a view or an event has said, and nothing else.
 *
 * @typedef {object} Picture
 * @property {"deal"|"bid"|"play"|"over"} phase
 * @property {number} round          counted from 1; past the schedule when the game is over
 * @property {number[]} schedule     the cards of each round
 * @property {string|null} trump     "spades" … "none"
 * @property {number|null} dealer
 * @property {number|null} turn      the seat to act; null while something is being shown
 * @property {string[]} hand         the own cards
 * @property {(number|null)[]} bids
 * @property {number[]} won
 * @property {{seat: number, card: string}[]} trick
 * @property {number|null} winner    of the trick that lies there, while it rests
 * @property {{leader: number, cards: string[], winner: number}|null} last  the trick before
 * @property {object[]} sheet        the rounds that are over
 * @property {number[]} totals
 * @property {number[]|null} gains   what the round that just ended gave, while that is being shown
 */

/** The picture of a view. */
export function pictureOf(view) {
  return {
    phase: view.phase,
    round: view.round,
    schedule: view.schedule,
    trump: view.trump,
    dealer: view.dealer,
    turn: view.to_act,
    hand: view.hand,
    bids: view.bids,
    won: view.won,
    trick: view.trick,
    winner: null,
    last: view.tricks.at(-1) ?? null,
    sheet: view.sheet,
    totals: view.totals,
    gains: null,
  };
}

/** The picture after an event; the same object if the event changes nothing that is shown. */
export function after(picture, event) {
  const change = CHANGES[event.type];
  return change ? { ...picture, turn: null, ...change(picture, event) } : picture;
}

/** The picture when a trick that rested has gone to its winner. */
export function swept(picture) {
  return picture.winner === null ? picture : { ...picture, trick: [], winner: null };
}

const CHANGES = {
  RoundStarted: (picture, { round, trump, dealer }) => ({
    phase: "bid",
    round,
    trump,
    dealer,
    hand: [],
    bids: picture.bids.map(() => null),
    won: picture.won.map(() => 0),
    trick: [],
    winner: null,
    last: null,
    gains: null,
  }),
  HandDealt: (picture, { cards }) => ({ hand: cards }),
  BidMade: (picture, { seat, count }) => ({ bids: picture.bids.with(seat, count) }),
  CardPlayed: (picture, { seat, card }) => ({
    phase: "play",
    trick: [...swept(picture).trick, { seat, card }],
    winner: null,
    hand: without(picture.hand, card),
  }),
  TrickWon: (picture, { seat, leader, cards }) => ({
    winner: seat,
    won: picture.won.with(seat, picture.won[seat] + 1),
    last: { leader, cards, winner: seat },
  }),
  RoundScored: (picture, { round, bids, won, points, totals }) => ({
    trick: [],
    winner: null,
    sheet: [...picture.sheet, { cards: picture.schedule[round - 1], bids, won, points }],
    totals,
    gains: points,
  }),
};

/** Some cards without one copy of a card; all of them if it is not among them. */
function without(cards, card) {
  const place = cards.indexOf(card);
  return place < 0 ? cards : cards.toSpliced(place, 1);
}
