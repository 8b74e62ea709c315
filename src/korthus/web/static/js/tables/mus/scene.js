/**
 * What the table shows at one moment, as plain data: read from a view and from what has been heard in this
 * hand, and led on from event to event so that a hand's end can be shown before the next one is dealt.
 *
 * @typedef {object} Scene
 * @property {Mus.Phase} phase
 * @property {number|null} target
 * @property {number} number       the hand, counted from 1
 * @property {number} mano
 * @property {number|null} turn    the seat to act; null while something is being shown
 * @property {number[]} stones
 * @property {number[]} held       how many cards each seat holds
 * @property {string[]} hand       the own cards
 * @property {Mus.View["slate"]} slate the rows of the slate, each with the lances that can stand there
 * @property {Mus.Lance[]} lances  the lances of this hand, as they stand on the slate
 * @property {Mus.Lance|null} lance what is being bet on
 * @property {Bet|null} bet
 * @property {Mus.Settled[]} settled
 * @property {((boolean|null)[]|null)[]} declared by row: who said to have what it is about, by seat; null: has
 *   not spoken yet
 * @property {string[][]|null} shown both hands, once they lie open
 * @property {(Saying|null)[]} said the last word of each seat
 * @property {Map<Mus.Lance, number[]>} counts stones by lance that this hand has brought, by seat
 * @property {number} stock
 * @property {Mus.StonesScored|null} scored what is being counted
 *
 * @typedef {{seat: number, stake: number|null, ordago: boolean}} Bet
 * @typedef {{word: string, amount?: number, lance?: Mus.Lance|null}} Saying
 * @typedef {StepOf<Scene>} Step
 * @typedef {Mus.Wire & {scene: Scene, step: Step, hand: string[]}} Game
 * @typedef {StateOf<Game>} State
 */

import { changedBy } from "../changes.js";

/**
 * What is known to have happened in the hand that is being played: everything since it began, or since
 * something was taken back.
 * @param {State["log"]} log
 */
export function thisHand(log) {
  const events = log.map((notice) => notice.event);
  const start = events.findLastIndex(({ type }) => type === "HandStarted" || type === "UndoDone");
  return events.slice(Math.max(0, start)).filter((event) => event.type !== "UndoDone");
}

/**
 * The scene of a view.
 * @param {Mus.View} view
 * @param {Mus.AnyEvent[]} heard the events of this hand, as far as they were heard
 * @returns {Scene}
 */
export function sceneOf(view, heard) {
  const { slate, lances } = view;
  const told = heard.reduce(changed, { ...NOTHING_KNOWN, ...nothingHeard(slate), slate });
  return {
    phase: view.phase,
    target: view.target,
    number: view.number,
    mano: view.mano,
    turn: view.to_act,
    stones: view.stones,
    held: view.held,
    hand: view.hand,
    slate,
    lances,
    lance: view.lance,
    bet: view.bet,
    settled: view.settled,
    declared: view.declared,
    shown: view.shown,
    said: told.said.map((word, seat) => word ?? wordOfBet(view, seat)),
    counts: new Map(lances.map((lance, row) => [lance, told.counts.get(lance) ?? view.in_lances[row]])),
    stock: view.stock,
    scored: null,
  };
}

/**
 * What a hand begins with.
 * @param {Mus.View["slate"]} slate
 */
const nothingHeard = (slate) => ({
  hand: [],
  settled: [],
  said: [null, null],
  declared: slate.map(() => null),
  lances: slate.map(([first]) => first),
  lance: null,
  bet: null,
});

/**
 * What is known before anything was heard or seen.
 * @type {Scene}
 */
const NOTHING_KNOWN = {
  ...nothingHeard([]),
  slate: [],
  phase: "deal",
  target: null,
  number: 0,
  mano: 0,
  turn: null,
  stones: [0, 0],
  held: [0, 0],
  shown: null,
  counts: new Map(),
  stock: 0,
  scored: null,
};

/**
 * What a bet sounds like when its words were not heard.
 * @param {Mus.View} view
 * @param {number} seat
 * @returns {Saying|null}
 */
function wordOfBet({ bet, lance }, seat) {
  if (bet === null || bet.seat !== seat) return null;
  return bet.ordago ? { word: "ordago", lance } : { word: "bet", amount: bet.stake, lance };
}

/**
 * The row of the slate on which a lance stands; -1 without one.
 * @param {Mus.View["slate"]} slate
 * @param {Mus.Lance|null} [lance]
 */
const rowOf = (slate, lance = null) => slate.findIndex((row) => lance !== null && row.includes(lance));

/**
 * Whether a word was about something that is over.
 * @param {Saying} word
 * @param {Scene} scene
 */
export const isOld = (word, { slate, lance }) => rowOf(slate, word.lance) !== rowOf(slate, lance);

/**
 * The scene after an event; the same object if the event changes nothing that is shown.
 * @param {Scene} scene
 * @param {Mus.AnyEvent} event
 * @returns {Scene}
 */
function changed(scene, event) {
  const change = changedBy(CHANGES, scene, event);
  return change ? { ...scene, turn: null, scored: null, ...change } : scene;
}

/**
 * What an event does to a scene: the scene to show, with the event's name; none where nothing is to be seen.
 * @param {Scene} scene
 * @param {Mus.AnyEvent} event
 * @returns {Step[]}
 */
export function after(scene, event) {
  const next = changed(scene, event);
  return next === scene ? [] : [{ scene: next, what: event.type }];
}

/** @type {Changes<Mus.AnyEvent, Scene, Partial<Scene>>} */
const CHANGES = {
  HandStarted: ({ slate }, { number, mano, stones }) => ({
    ...nothingHeard(slate),
    phase: "deal",
    number,
    mano,
    stones,
    held: [0, 0],
    shown: null,
    counts: new Map(),
  }),
  CardsDealt: (scene, { seat, held }) => ({ held: scene.held.with(seat, held) }),
  CardsReceived: (scene, { cards }) => ({ hand: [...scene.hand, ...cards] }),
  CardsDiscarded: (scene, { seat, count, held }) => ({
    held: scene.held.with(seat, held),
    said: scene.said.with(seat, { word: "discard", amount: count }),
  }),
  DiscardKept: (scene, { cards }) => ({ hand: withoutAll(scene.hand, cards) }),
  MusWanted: (scene, { seat }) => speak(scene, seat, { word: "mus" }),
  MusCut: (scene, { seat }) => speak(scene, seat, { word: "no_mus" }),
  DeclarationMade: (scene, { seat, lance, has }) => ({
    ...speak(scene, seat, { word: has ? "has" : "has_not", lance }),
    declared: declare(scene, rowOf(scene.slate, lance), seat, has),
  }),
  LanceStarted: (scene, { lance }) => ({
    phase: "bet",
    lance,
    bet: null,
    lances: scene.lances.with(rowOf(scene.slate, lance), lance),
  }),
  Passed: (scene, { seat, lance, settled }) => ({
    ...speak(scene, seat, { word: "pass", lance }),
    ...(settled ? settle(scene, settled) : {}),
  }),
  EnvidoMade: (scene, { seat, lance, amount, stake, raised }) => ({
    ...speak(scene, seat, { word: raised ? "raise" : "bet", amount, lance }),
    bet: { seat, stake, ordago: false },
  }),
  OrdagoCalled: (scene, { seat, lance }) => ({
    ...speak(scene, seat, { word: "ordago", lance }),
    bet: { seat, stake: null, ordago: true },
  }),
  BetAccepted: (scene, { seat, lance, settled }) => ({
    ...speak(scene, seat, { word: "accept", lance }),
    ...settle(scene, settled),
  }),
  BetRefused: (scene, { seat, lance, settled }) => ({
    ...speak(scene, seat, { word: "refuse", lance }),
    ...settle(scene, settled),
  }),
  HandsShown: (scene, { hands }) => ({ shown: hands, said: [null, null] }),
  StonesScored: (scene, event) => ({
    stones: scene.stones.with(event.seat, event.total),
    counts: counted(scene.counts, event),
    scored: event,
  }),
  HandEnded: (scene, { stones }) => ({ stones }),
};

/**
 * @param {Scene} scene
 * @param {number} row
 * @param {number} seat
 * @param {boolean} has
 */
const declare = ({ declared }, row, seat, has) =>
  declared.with(row, (declared[row] ?? [null, null]).with(seat, has));

/**
 * @param {Scene} scene
 * @param {number} seat
 * @param {Saying} word
 */
const speak = (scene, seat, word) => ({ said: scene.said.with(seat, word) });

/**
 * @param {Scene} scene
 * @param {Mus.Settled} result
 */
const settle = (scene, result) => ({ bet: null, settled: [...scene.settled, result] });

/**
 * @param {Map<Mus.Lance, number[]>} counts
 * @param {Mus.StonesScored} scored
 */
function counted(counts, { seat, lance, in_lance: brought }) {
  const before = counts.get(lance) ?? [0, 0];
  return new Map(counts).set(lance, before.with(seat, brought));
}

/**
 * @param {string[]} cards
 * @param {string[]} gone
 */
function withoutAll(cards, gone) {
  const rest = [...cards];
  for (const card of gone) {
    const index = rest.indexOf(card);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}

/**
 * The last hand that was counted, for looking at it again: its hands, what each lance brought, and its end.
 *
 * @typedef {object} Count
 * @property {string[][]|null} hands
 * @property {Mus.StonesScored[]} scored
 * @property {Mus.HandEnded} ended
 * @property {Mus.AnyEvent[]} events
 *
 * @param {State["log"]} log
 * @returns {Count|null}
 */
export function lastCount(log) {
  const events = log.map((notice) => notice.event).filter((event) => event.type !== "UndoDone");
  const end = events.findLastIndex((event) => event.type === "HandEnded");
  const ended = events[end];
  if (ended?.type !== "HandEnded") return null;
  const start = events.slice(0, end).findLastIndex((event) => event.type === "HandStarted");
  const hand = events.slice(Math.max(0, start), end + 1);
  return {
    hands: hand.find((event) => event.type === "HandsShown")?.hands ?? null,
    scored: hand.filter((event) => event.type === "StonesScored"),
    ended,
    events: hand,
  };
}
