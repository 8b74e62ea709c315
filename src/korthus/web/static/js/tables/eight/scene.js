/**
 * What lies where in Eight Cards, with a key that follows each card from place to place. Pure.
 *
 * A scene is made from a view (`sceneOf`), and an event turns one scene into the next (`after`). Hidden cards
 * have `card: null`; where not even their number is known, a seat's cards on the boards are null.
 *
 * @typedef {import("../pieces.js").Piece} Piece
 * @typedef {Piece[][]} Placed a seat's cards, by board
 * @typedef {object} Scene
 * @property {number} number the hand
 * @property {Piece[][]} hands by seat
 * @property {(Placed|null)[]} placed by seat
 * @property {Piece[][]} boards
 * @property {(Eight.HandName[]|null)[]} names what each seat has on a board that is run out
 * @property {(string[][]|null)[]} fives the five cards of each of these hands
 * @property {number[][]} winners by board
 * @property {boolean[]} locked by seat
 * @property {number|null} plo the Omaha board
 * @property {number[][]} splits how many cards a seat may have on the boards in the end
 * @property {number} dealer
 * @property {number} pot
 * @property {number} ante
 * @property {number[]} bankrolls by seat
 * @property {number[]|null} net what each seat won or lost in the hand, at its end
 * @property {number|null} sweeper who won all three boards
 * @property {(number|null)[]} stakes what lies beside a board that is being paid
 * @property {number} next tells new pieces apart
 *
 * @typedef {"start"|"deal"|"flop"|"put"|"back"|"lock"|"reveal"|"kind"|"turn"|"river"|"result"|"pay"|"sweep"|
 *   "end"} What
 * @typedef {StepOf<Scene, What> & {board?: number}} Step `board`: where it happens, in the run-out
 *
 * @typedef {Eight.Wire & {scene: Scene, step: Step, hand: string[]}} Game
 * @typedef {StateOf<Game>} State
 */

import { changedBy } from "../changes.js";
import { pull } from "../pieces.js";
import { BOARDS } from "./draft.js";

/**
 * Whether an event is nothing new to a seat: two come about its own cards, and the public one has none.
 * @param {Eight.AnyEvent} event
 * @param {number|null} seat
 */
export function isDoubled(event, seat) {
  switch (event.type) {
    case "CARDS_DEALT":
      return event.to === seat && event.cards === null;
    case "ASSIGN_PLACED":
    case "ASSIGN_TAKEN_BACK":
    case "ASSIGN_RETURNED":
      return event.player === seat && event.cards === null;
    default:
      return false;
  }
}

const THREE = [0, 1, 2];
const SEATS = [0, 1];

/** @param {string} board */
const boardIndex = (board) => BOARDS.indexOf(board);

/** @returns {Placed} */
const noCards = () => [[], [], []];

/** @type {Scene} */
const EMPTY = {
  number: 0,
  hands: [[], []],
  placed: [noCards(), noCards()],
  boards: [[], [], []],
  names: [null, null, null],
  fives: [null, null, null],
  winners: [[], [], []],
  stakes: [null, null, null],
  locked: [false, false],
  plo: null,
  splits: [],
  dealer: 0,
  pot: 0,
  ante: 0,
  bankrolls: [0, 0],
  net: null,
  sweeper: null,
  next: 1,
};

/** Finds the pieces of a scene again, or makes new ones. @param {Scene} scene */
function finder(scene) {
  let next = scene.next;
  const hands = scene.hands.map((hand) => [...hand]);
  const placed = scene.placed.map((three) => (three ?? noCards()).map((cards) => [...cards]));
  const boards = scene.boards.map((cards) => [...cards]);
  /** @param {string|null} card */
  const fresh = (card) => {
    next += 1;
    return { key: `e${next}`, card };
  };
  /** @param {string} card */
  const known = (card) => {
    for (const pool of [...boards, ...hands, ...placed.flat()]) {
      const piece = pull(pool, (each) => each.card === card);
      if (piece) return piece;
    }
    return null;
  };
  /** @param {Piece[][]} pools */
  const hidden = (pools) => {
    for (const pool of pools) {
      const piece = pull(pool, (each) => each.card === null);
      if (piece) return piece;
    }
    return null;
  };
  /**
   * A card itself, or a back from one of these places, or a new piece.
   * @param {string|null} card
   * @param {Piece[][]} pools
   */
  const found = (card, pools) => {
    const piece = (card && known(card)) || hidden(pools);
    return piece ? { ...piece, card } : fresh(card);
  };
  /** @typedef {string|null} Face null: a back */
  return {
    /** A seat's card on a board: itself, or the back that lay there or in the hand. */
    onBoard: (/** @type {number} */ seat, /** @type {number} */ board, /** @type {Face} */ card) =>
      found(card, [placed[seat][board], hands[seat], ...placed[seat]]),
    inHand: (/** @type {number} */ seat, /** @type {Face} */ card) =>
      found(card, [hands[seat], ...placed[seat]]),
    /** A card that leaves the hand: never one that lies on a board already, unless it is that very card. */
    leaving: (/** @type {number} */ seat, /** @type {Face} */ card) => found(card, [hands[seat]]),
    common: (/** @type {string} */ card) => known(card) ?? fresh(card),
    next: () => next,
  };
}

/** @param {number} number */
const backs = (number) => Array.from({ length: number }, () => null);

/**
 * The scene of a view.
 *
 * @param {Eight.View} view
 * @param {object} [more]
 * @param {string[][]|null} [more.hands] open hands (a replay)
 * @param {string[][]|null} [more.draft] what this person has put on the boards without locking
 * @param {Scene|null} [more.before] what was shown until now
 * @returns {Scene}
 */
export function sceneOf(view, { hands = null, draft = null, before = null } = {}) {
  const old = before ?? EMPTY;
  const find = finder(old);
  const boards = view.boards.map((cards) => cards.map((card) => find.common(card)));
  const placed = SEATS.map((seat) => {
    const drafted = draft && seat === view.seat;
    const cards = drafted ? draft : view.placed[seat];
    if (cards) return THREE.map((board) => cards[board].map((card) => find.onBoard(seat, board, card)));
    const counts = view.counts[seat];
    return counts && THREE.map((board) => backs(counts[board]).map(() => find.onBoard(seat, board, null)));
  });
  const drafted = new Set(draft?.flat());
  const held = SEATS.map((seat) => {
    const own = seat === view.seat ? view.hand.filter((card) => !drafted.has(card)) : null;
    const open = hands?.[seat] ?? own;
    if (open) return open.map((card) => find.inHand(seat, card));
    const seen = view.shown[seat];
    return [...seen, ...backs(view.hand_sizes[seat] - seen.length)].map((card) => find.inHand(seat, card));
  });
  const same = before !== null && before.number === view.number;
  return {
    ...EMPTY,
    number: view.number,
    hands: held,
    placed,
    boards,
    names: view.names,
    fives: view.fives,
    winners: view.winners,
    locked: view.locked,
    plo: view.plo === null ? null : boardIndex(view.plo),
    splits: view.splits,
    dealer: view.dealer,
    pot: view.pot,
    ante: view.ante,
    bankrolls: view.bankrolls,
    net: same ? before.net : null,
    sweeper: same ? before.sweeper : null,
    next: find.next(),
  };
}

// -- what events do --------------------------------------------------------------------------------

/**
 * @param {Scene} scene
 * @param {What} what
 * @returns {Step[]}
 */
const one = (scene, what) => [{ scene, what }];

/**
 * @param {Scene} scene
 * @param {Eight.HandStarted} event
 */
function started(scene, event) {
  const { dealer, number, ante, pot, bankrolls, splits } = event;
  return one({ ...EMPTY, dealer, number, ante, pot, bankrolls, splits, next: scene.next }, "start");
}

/**
 * @param {Scene} scene
 * @param {Eight.CardsDealt} event
 */
function dealt(scene, { to, count, cards }) {
  const find = finder(scene);
  const hand = (cards ?? backs(count)).map((card) => find.inHand(to, card));
  return one({ ...scene, hands: scene.hands.with(to, hand), next: find.next() }, "deal");
}

/**
 * @param {Scene} scene
 * @param {Eight.FlopDealt} event
 */
function flop(scene, { board, cards }) {
  const find = finder(scene);
  const pieces = cards.map((card) => find.common(card));
  return one({ ...scene, boards: scene.boards.with(boardIndex(board), pieces), next: find.next() }, "flop");
}

/**
 * The scene when a seat has other pieces in its hand and on a board.
 * @param {Scene} scene
 * @param {number} seat
 * @param {{hand: Piece[], board: number, lying: Piece[], next: number}} now
 */
function moved(scene, seat, { hand, board, lying, next }) {
  const three = scene.placed[seat] ?? noCards();
  return {
    ...scene,
    hands: scene.hands.with(seat, hand),
    placed: scene.placed.with(seat, three.with(board, lying)),
    next,
  };
}

/**
 * @param {Scene} scene
 * @param {Eight.AssignPlaced} event
 */
function laid(scene, { player, board, count, cards }) {
  const index = boardIndex(board);
  const find = finder(scene);
  const hand = [...scene.hands[player]];
  const lying = [...(scene.placed[player]?.[index] ?? [])];
  for (const card of cards ?? backs(count)) {
    if (card && lying.some((piece) => piece.card === card)) continue;
    const piece = find.leaving(player, card);
    pull(hand, (each) => each.key === piece.key);
    if (!lying.some((each) => each.key === piece.key)) lying.push(piece);
  }
  return one(moved(scene, player, { hand, board: index, lying, next: find.next() }), "put");
}

/**
 * @param {Scene} scene
 * @param {Eight.AssignTakenBack|Eight.AssignReturned} event
 */
function broughtBack(scene, { player, board, cards }) {
  if (board === null) return one({ ...scene, locked: scene.locked.with(player, false) }, "back");
  const index = boardIndex(board);
  const lying = [...(scene.placed[player]?.[index] ?? [])];
  const hand = [...scene.hands[player]];
  for (const card of cards ?? [null]) {
    const piece = pull(lying, (each) => each.card === card);
    if (piece) hand.push(piece);
  }
  return one(moved(scene, player, { hand, board: index, lying, next: scene.next }), "back");
}

/**
 * A seat is ready. Cards that it placed unseen are on boards that nobody else knows yet.
 * @param {Scene} scene
 * @param {Eight.AssignLocked} event
 */
function locked(scene, { player }) {
  const unseen = scene.hands[player].length > 0;
  const next = { ...scene, locked: scene.locked.with(player, true) };
  if (!unseen) return one(next, "lock");
  return one(
    { ...next, hands: scene.hands.with(player, []), placed: scene.placed.with(player, null) },
    "lock",
  );
}

/**
 * @param {Scene} scene
 * @param {Eight.AssignRevealed} event
 */
function revealed(scene, { player, cards }) {
  const find = finder(scene);
  const three = THREE.map((board) => cards[board].map((card) => find.onBoard(player, board, card)));
  const next = { ...scene, placed: scene.placed.with(player, three), hands: scene.hands.with(player, []) };
  return one({ ...next, next: find.next() }, "reveal");
}

/**
 * @param {Scene} scene
 * @param {Eight.BoardKindLocked} event
 */
function kind(scene, event) {
  if (event.kind !== "PLO") return [];
  return one({ ...scene, plo: boardIndex(event.board), splits: event.splits }, "kind");
}

/**
 * @param {Scene} scene
 * @param {Eight.TurnRiverDealt} event
 * @returns {Step[]}
 */
function runOut(scene, { board, turn, river }) {
  const index = boardIndex(board);
  const find = finder(scene);
  const withTurn = [...scene.boards[index], find.common(turn)];
  const withRiver = [...withTurn, find.common(river)];
  /** @param {Piece[]} pieces */
  const show = (pieces) => ({ ...scene, boards: scene.boards.with(index, pieces), next: find.next() });
  return [
    { scene: show(withTurn), what: "turn", board: index },
    { scene: show(withRiver), what: "river", board: index },
  ];
}

/**
 * @param {Scene} scene
 * @param {Eight.BoardResult} event
 * @returns {Step[]}
 */
function decided(scene, { board, hands, fives, winner_ids: winners, subpot, pot, bankrolls }) {
  const index = boardIndex(board);
  const shown = {
    ...scene,
    names: scene.names.with(index, hands),
    fives: scene.fives.with(index, fives),
    winners: scene.winners.with(index, winners),
    stakes: scene.stakes.with(index, subpot),
    pot,
  };
  const paid = { ...shown, stakes: shown.stakes.with(index, null), bankrolls };
  return [
    { scene: shown, what: "result", board: index },
    { scene: paid, what: "pay", board: index },
  ];
}

/** @type {Changes<Eight.AnyEvent, Scene, Step[]>} */
const STEPS = {
  HAND_STARTED: started,
  CARDS_DEALT: dealt,
  FLOP_DEALT: flop,
  ASSIGN_PLACED: laid,
  ASSIGN_TAKEN_BACK: broughtBack,
  ASSIGN_RETURNED: broughtBack,
  ASSIGN_LOCKED: locked,
  ASSIGN_REVEALED: revealed,
  BOARD_KIND_LOCKED: kind,
  TURN_RIVER_DEALT: runOut,
  BOARD_RESULT: decided,
  SWEEP: (scene, { player }) => one({ ...scene, sweeper: player }, "sweep"),
  HAND_RESULT: (scene, { bankrolls, net, pot }) => one({ ...scene, bankrolls, net, pot }, "end"),
};

/**
 * What an event does to a scene: the scenes to show one after the other, each with what happens there and, in
 * the run-out, on which board. Empty where nothing is to be seen.
 * @param {Scene} scene
 * @param {Eight.AnyEvent} event
 */
export const after = (scene, event) => changedBy(STEPS, scene, event) ?? [];
