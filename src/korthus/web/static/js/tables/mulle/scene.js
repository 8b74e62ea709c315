/**
 * Where each card of Mulle lies, with a key that follows it from place to place.
 *
 * Cards are faces, and every face is there twice, so a key is what tells two nines of clubs apart while they
 * move. A scene is made from a view (`sceneOf`), and an event turns one scene into the next (`after`); hidden
 * cards have `card: null`. Pure.
 *
 * @typedef {import("../pieces.js").Piece} Piece
 * @typedef {{value: number, owner: number, locked: boolean}} PileFacts
 * @typedef {PileFacts & {key: string, cards: Piece[], heap?: boolean}} Pile `heap`: it is being taken
 * @typedef {{hands: Piece[][], table: Pile[], taken: number[], last: Set<string>, next: number}} Scene
 *
 * @typedef {"play"|"gather"|"take"|"build"|"deal"|"turn"|"settle"} What
 * @typedef {StepOf<Scene, What>} Step
 * @typedef {Mulle.Wire & {scene: Scene, step: Step, hand: string[]}} Game
 * @typedef {StateOf<Game>} State
 */

import { changedBy } from "../changes.js";
import { pull } from "../pieces.js";

/** Some cards as one text, whatever their order. @param {(string|null)[]} cards */
const sorted = (cards) => [...cards].sort().join(" ");

/** The cards of some pieces as one text. @param {Piece[]} pieces */
const faces = (pieces) => sorted(pieces.map(({ card }) => card));

/** @type {Scene} */
const NOTHING = { hands: [[], []], table: [], taken: [0, 0], last: new Set(), next: 1 };

/** Gives out keys that no card has had before. @param {Scene} scene */
function keyMaker(scene) {
  let next = scene.next;
  return {
    fresh: (/** @type {string|null} */ card) => {
      next += 1;
      return { key: `m${next}`, card };
    },
    next: () => next,
  };
}

/**
 * A pile of pieces with the facts of an engine's pile.
 * @param {Piece[]} pieces
 * @param {PileFacts} facts
 */
const pileOf = (pieces, { value, owner, locked }) => ({
  key: `pile-${pieces[0].key}`,
  cards: pieces,
  value,
  owner,
  locked,
});

/**
 * The scene of a view. Cards keep the keys they have in `before`.
 *
 * @param {Mulle.View} view
 * @param {string[][]|null} hands open hands (a replay), or null
 * @param {Scene|null} before what was shown until now
 * @returns {Scene}
 */
export function sceneOf(view, hands = null, before = null) {
  const old = before ?? NOTHING;
  const make = keyMaker(old);
  const piles = [...old.table];
  const kept = view.table.map((pile) => {
    const cards = sorted(pile.cards);
    return pull(piles, (each) => each.value === pile.value && faces(each.cards) === cards)?.cards;
  });
  const handsLeft = old.hands.map((hand) => [...hand]);
  const loose = piles.flatMap((pile) => pile.cards);
  /**
   * @param {string} card
   * @param {Piece[]} first where it is looked for first
   */
  const find = (card, first) => {
    for (const pool of [first, loose, ...handsLeft]) {
      const piece = pull(pool, (each) => each.card === card);
      if (piece) return piece;
    }
    return make.fresh(card);
  };
  const shown = view.sides.map((side, seat) => {
    const cards = hands?.[seat] ?? (seat === view.seat ? view.hand : null);
    if (cards) return cards.map((card) => find(card, handsLeft[seat]));
    const backs = Array.from(
      { length: side.cards_in_hand },
      () => pull(handsLeft[seat], (each) => each.card === null) ?? make.fresh(null),
    );
    return backs;
  });
  const table = view.table.map((pile, index) => {
    const rest = [...(kept[index] ?? [])];
    return pileOf(
      pile.cards.map((card) => find(card, rest)),
      pile,
    );
  });
  return {
    hands: shown,
    table,
    taken: view.sides.map((side) => side.taken.length),
    last: before ? before.last : new Set(),
    next: make.next(),
  };
}

/**
 * The hand without the card that is played, and the played piece (a hidden one shows its face now).
 * @param {Piece[]} hand
 * @param {string} card
 */
function play(hand, card) {
  const rest = [...hand];
  const piece = pull(rest, (each) => each.card === card) ?? pull(rest, (each) => each.card === null);
  return { rest, piece: piece ? { ...piece, card } : null };
}

/**
 * Splits the table into the piles that were named by an event and the others.
 * @param {Pile[]} table
 * @param {Mulle.Pile[]} named
 */
function split(table, named) {
  const rest = [...table];
  const found = named.flatMap(({ value, owner, cards }) => {
    const same = sorted(cards);
    const pile = pull(
      rest,
      (each) => each.value === value && each.owner === owner && faces(each.cards) === same,
    );
    return pile ?? [];
  });
  return { found, rest };
}

/**
 * @param {Scene} scene
 * @param {Mulle.Captured} event
 * @returns {Step[]}
 */
function captured(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const played = piece ?? make.fresh(event.card);
  const { found, rest } = split(scene.table, event.piles);
  const cards = [...found.flatMap((pile) => pile.cards), played];
  const base = { ...scene, hands: scene.hands.with(event.seat, hand), next: make.next() };
  const heap = { key: "heap", cards, value: 0, owner: event.seat, locked: false, heap: true };
  const laid = { ...base, table: [...scene.table, { ...heap, key: "played", cards: [played] }] };
  const gathered = { ...base, table: [...rest, heap] };
  const gone = {
    ...base,
    table: rest,
    taken: base.taken.with(event.seat, event.taken),
    last: new Set(),
  };
  return [
    { scene: laid, what: "play" },
    { scene: gathered, what: "gather" },
    { scene: gone, what: "take" },
  ];
}

/**
 * @param {Scene} scene
 * @param {Mulle.BuildMade} event
 * @returns {Step[]}
 */
function built(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const played = piece ?? make.fresh(event.card);
  const { found, rest } = split(scene.table, event.joined);
  const pool = [played, ...found.flatMap((pile) => pile.cards)];
  const owed = [...event.pile.cards];
  for (const each of pool) pull(owed, (card) => card === each.card);
  const base = owed.length ? pull(rest, (pile) => faces(pile.cards) === sorted(owed)) : undefined;
  pool.push(...(base?.cards ?? []));
  const cards = event.pile.cards.map((card) => pull(pool, (each) => each.card === card) ?? make.fresh(card));
  const next = {
    ...scene,
    hands: scene.hands.with(event.seat, hand),
    table: [...rest, pileOf(cards, event.pile)],
    last: new Set([played.key]),
    next: make.next(),
  };
  return [{ scene: next, what: "build" }];
}

/**
 * @param {Scene} scene
 * @param {Mulle.Discarded} event
 * @returns {Step[]}
 */
function discarded(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const laid = piece ?? make.fresh(event.card);
  const single = pileOf([laid], { value: event.value, owner: -1, locked: false });
  const next = {
    ...scene,
    hands: scene.hands.with(event.seat, hand),
    table: [...scene.table, single],
    last: new Set([laid.key]),
    next: make.next(),
  };
  return [{ scene: next, what: "play" }];
}

/**
 * @param {Scene} scene
 * @param {Mulle.OmgangStarted} event
 * @returns {Step[]}
 */
function laidOut(scene, event) {
  const make = keyMaker(scene);
  const table = event.cards.map((card, at) =>
    pileOf([make.fresh(card)], { value: event.values[at], owner: -1, locked: false }),
  );
  const next = { ...NOTHING, table, next: make.next() };
  return [{ scene: next, what: "deal" }];
}

/**
 * @param {Scene} scene
 * @param {Mulle.RondStarted} event
 * @returns {Step[]}
 */
function dealt(scene, event) {
  const make = keyMaker(scene);
  const hands = scene.hands.map(() => Array.from({ length: event.cards_each }, () => make.fresh(null)));
  return [{ scene: { ...scene, hands, last: new Set(), next: make.next() }, what: "deal" }];
}

/**
 * A seat's own cards turn up where their backs were dealt.
 * @param {Scene} scene
 * @param {Mulle.HandDealt} event
 * @returns {Step[]}
 */
function turnedUp(scene, event) {
  const make = keyMaker(scene);
  const backs = scene.hands[event.seat];
  const hand = event.cards.map((card, at) => ({ ...(backs[at] ?? make.fresh(card)), card }));
  return [
    { scene: { ...scene, hands: scene.hands.with(event.seat, hand), next: make.next() }, what: "turn" },
  ];
}

/**
 * @param {Scene} scene
 * @param {Mulle.LeftoversTaken} event
 * @returns {Step[]}
 */
function cleared(scene, event) {
  const heap = {
    key: "heap",
    cards: scene.table.flatMap((pile) => pile.cards),
    value: 0,
    owner: event.seat,
    locked: false,
    heap: true,
  };
  return [
    { scene: { ...scene, table: [heap] }, what: "gather" },
    { scene: { ...scene, table: [] }, what: "take" },
  ];
}

/** @type {Changes<Mulle.AnyEvent, Scene, Step[]>} */
const STEPS = {
  Captured: captured,
  BuildMade: built,
  Discarded: discarded,
  OmgangStarted: laidOut,
  RondStarted: dealt,
  HandDealt: turnedUp,
  LeftoversTaken: cleared,
};

/**
 * What an event does to a scene: the scenes to show one after the other, each with what happens there. Empty
 * where nothing moves.
 * @param {Scene} scene
 * @param {Mulle.AnyEvent} event
 */
export const after = (scene, event) => changedBy(STEPS, scene, event) ?? [];
