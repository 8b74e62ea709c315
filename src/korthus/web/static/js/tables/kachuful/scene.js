/**
 * What the table shows at one moment, as plain data. A scene is read from a view; between two views, the
 * events lead from one scene to the next, so that every card can be seen to move. Nothing here is guessed:
 * a scene holds what a view or an event has said, and nothing else.
 *
 * @typedef {object} Scene
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

/** The scene of a view. */
export function sceneOf(view) {
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

/** What happens in an event, in the words of the table's loop. */
const WHAT = { CardPlayed: "play", TrickWon: "win", RoundScored: "score", BidMade: "bid" };

/**
 * What an event does to a scene: the scenes to show one after the other, each with what happens there. Empty
 * where nothing moves.
 */
export function after(scene, event) {
  const change = CHANGES[event.type];
  if (!change) return [];
  const next = { ...scene, turn: null, ...change(scene, event) };
  const steps = [{ scene: next, what: WHAT[event.type] ?? "deal" }];
  return event.type === "TrickWon" ? [...steps, { scene: swept(next), what: "take" }] : steps;
}

/** The scene when a trick that rested has gone to its winner. */
function swept(scene) {
  return scene.winner === null ? scene : { ...scene, trick: [], winner: null };
}

const CHANGES = {
  RoundStarted: (scene, { round, trump, dealer }) => ({
    phase: "bid",
    round,
    trump,
    dealer,
    hand: [],
    bids: scene.bids.map(() => null),
    won: scene.won.map(() => 0),
    trick: [],
    winner: null,
    last: null,
    gains: null,
  }),
  HandDealt: (scene, { cards }) => ({ hand: cards }),
  BidMade: (scene, { seat, count }) => ({ bids: scene.bids.with(seat, count) }),
  CardPlayed: (scene, { seat, card }) => ({
    phase: "play",
    trick: [...swept(scene).trick, { seat, card }],
    winner: null,
    hand: without(scene.hand, card),
  }),
  TrickWon: (scene, { seat, leader, cards }) => ({
    winner: seat,
    won: scene.won.with(seat, scene.won[seat] + 1),
    last: { leader, cards, winner: seat },
  }),
  RoundScored: (scene, { round, bids, won, points, totals }) => ({
    trick: [],
    winner: null,
    sheet: [...scene.sheet, { cards: scene.schedule[round - 1], bids, won, points }],
    totals,
    gains: points,
  }),
};

/** Some cards without one copy of a card; all of them if it is not among them. */
function without(cards, card) {
  const place = cards.indexOf(card);
  return place < 0 ? cards : cards.toSpliced(place, 1);
}
