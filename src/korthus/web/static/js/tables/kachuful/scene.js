/**
 * What the table shows at one moment, as plain data. A scene is read from a view; between two views, the
 * events lead from one scene to the next, so that every card can be seen to move. Nothing here is guessed:
 * a scene holds what a view or an event has said, and nothing else.
 *
 * @typedef {object} Scene
 * @property {Kachuful.Phase} phase
 * @property {number} round          counted from 1; past the schedule when the game is over
 * @property {number[]} schedule     the cards of each round
 * @property {Kachuful.TrumpSuit|null} trump
 * @property {number|null} dealer
 * @property {number|null} turn      the seat to act; null while something is being shown
 * @property {number} cards          that each player gets in this round
 * @property {string[]} hand         the own cards
 * @property {(number|null)[]} bids
 * @property {number} bidSum         what the bids make together; told by a view, not between views
 * @property {number[]} won
 * @property {(number|null)[]} needs tricks that each seat needs to keep its bid; null until it has bid
 * @property {Kachuful.Played[]} trick
 * @property {number|null} winner    of the trick that lies there, while it rests
 * @property {{played: Kachuful.Played[], winner: number}|null} last  the trick before
 * @property {Kachuful.RoundScore[]} sheet the rounds that are over
 * @property {number[]} totals
 * @property {number[]} ahead        the seats with the most points
 * @property {number[]|null} gains   what the round that just ended gave, while that is being shown
 *
 * @typedef {"play"|"win"|"take"|"score"|"bid"|"deal"} What
 * @typedef {StepOf<Scene, What>} Step
 * @typedef {Kachuful.Wire & {scene: Scene, step: Step, hand: string[]}} Game
 * @typedef {StateOf<Game>} State
 */

import { changedBy } from "../changes.js";

/**
 * The scene of a view.
 * @param {Kachuful.View} view
 * @returns {Scene}
 */
export function sceneOf(view) {
  const before = view.tricks.at(-1);
  return {
    phase: view.phase,
    round: view.round,
    schedule: view.schedule,
    trump: view.trump,
    dealer: view.dealer,
    turn: view.to_act,
    cards: view.cards,
    hand: view.hand,
    bids: view.bids,
    bidSum: view.bid_sum,
    won: view.won,
    needs: view.needs,
    trick: view.trick,
    winner: null,
    last: before ? { played: view.last_played, winner: before.winner } : null,
    sheet: view.sheet,
    totals: view.totals,
    ahead: view.ahead,
    gains: null,
  };
}

/**
 * What happens in an event, in the words of the table's loop.
 * @type {{[Type in Kachuful.AnyEvent["type"]]?: What}}
 */
const WHAT = { CardPlayed: "play", TrickWon: "win", RoundScored: "score", BidMade: "bid" };

/**
 * What an event does to a scene: the scenes to show one after the other, each with what happens there. Empty
 * where nothing moves.
 * @param {Scene} scene
 * @param {Kachuful.AnyEvent} event
 * @returns {Step[]}
 */
export function after(scene, event) {
  const change = changedBy(CHANGES, scene, event);
  if (!change) return [];
  const next = { ...scene, turn: null, ...change };
  /** @type {Step[]} */
  const steps = [{ scene: next, what: WHAT[event.type] ?? "deal" }];
  return event.type === "TrickWon" ? [...steps, { scene: swept(next), what: "take" }] : steps;
}

/** The scene when a trick that rested has gone to its winner. @param {Scene} scene */
function swept(scene) {
  return scene.winner === null ? scene : { ...scene, trick: [], winner: null };
}

/** @type {Changes<Kachuful.AnyEvent, Scene, Partial<Scene>>} */
const CHANGES = {
  RoundStarted: (scene, { round, cards, trump, dealer }) => ({
    phase: "bid",
    round,
    trump,
    dealer,
    cards,
    hand: [],
    bids: scene.bids.map(() => null),
    won: scene.won.map(() => 0),
    needs: scene.needs.map(() => null),
    trick: [],
    winner: null,
    last: null,
    gains: null,
  }),
  HandDealt: (scene, { cards }) => ({ hand: cards }),
  BidMade: (scene, { seat, count, needs }) => ({ bids: scene.bids.with(seat, count), needs }),
  CardPlayed: (scene, { seat, card }) => ({
    phase: "play",
    trick: [...swept(scene).trick, { seat, card }],
    winner: null,
    hand: without(scene.hand, card),
  }),
  TrickWon: (scene, { seat, won, needs }) => ({
    winner: seat,
    won,
    needs,
    last: { played: scene.trick, winner: seat },
  }),
  RoundScored: (scene, { cards, bids, won, points, hits, totals, ahead }) => ({
    trick: [],
    winner: null,
    sheet: [...scene.sheet, { cards, bids, won, points, hits }],
    totals,
    ahead,
    gains: points,
  }),
};

/**
 * Some cards without one copy of a card; all of them if it is not among them.
 * @param {string[]} cards
 * @param {string} card
 */
function without(cards, card) {
  const index = cards.indexOf(card);
  return index < 0 ? cards : cards.toSpliced(index, 1);
}
