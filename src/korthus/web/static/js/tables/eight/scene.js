/**
 * What lies where in Eight Cards, with a key that follows each card from place to place. Pure.
 *
 * A scene is made from a view (`sceneOf`), and an event turns one scene into the next (`after`). Hidden cards
 * have `card: null`; where not even their number is known, a seat's cards on the boards are null.
 *
 * @typedef {{key: string, card: string|null}} Piece
 * @typedef {object} Scene
 * @property {number} number the hand
 * @property {Piece[][]} hands by seat
 * @property {(Piece[][]|null)[]} placed by seat, then by board
 * @property {Piece[][]} boards
 * @property {(object[]|null)[]} names what each seat has on a board that is run out, by board
 * @property {number[][]} winners by board
 * @property {number[][]} splits how many cards a seat may have on the boards in the end
 * @property {number[]|null} net what each seat won or lost in the hand, at its end
 * @property {number|null} sweeper who won all three boards
 * @property {(number|null)[]} stakes what lies beside a board that is being paid
 */

import { BOARDS } from "./draft.js";

/** Events that come twice to the seat they are about: the public one, without cards, is nothing new to it. */
export const DOUBLED = new Set(["CARDS_DEALT", "ASSIGN_PLACED", "ASSIGN_TAKEN_BACK", "ASSIGN_RETURNED"]);

const THREE = [0, 1, 2];
const SEATS = [0, 1];
const placeOf = (board) => BOARDS.indexOf(board);
const at = (list, place, value) => list.map((each, here) => (here === place ? value : each));

const EMPTY = {
  number: 0,
  hands: [[], []],
  placed: [
    [[], [], []],
    [[], [], []],
  ],
  boards: [[], [], []],
  names: [null, null, null],
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

/** Takes the first element that fits out of a list; undefined if none does. */
function pull(list, fits) {
  const place = list.findIndex(fits);
  return place < 0 ? undefined : list.splice(place, 1)[0];
}

/** Finds the pieces of a scene again, or makes new ones. */
function finder(scene) {
  let next = scene.next;
  const hands = scene.hands.map((hand) => [...hand]);
  const placed = scene.placed.map((three) => (three ?? [[], [], []]).map((cards) => [...cards]));
  const boards = scene.boards.map((cards) => [...cards]);
  const fresh = (card) => {
    next += 1;
    return { key: `e${next}`, card };
  };
  const known = (card) => {
    for (const pool of [...boards, ...hands, ...placed.flat()]) {
      const piece = pull(pool, (each) => each.card === card);
      if (piece) return piece;
    }
    return null;
  };
  const hidden = (pools) => {
    for (const pool of pools) {
      const piece = pull(pool, (each) => each.card === null);
      if (piece) return piece;
    }
    return null;
  };
  return {
    /** A seat's card on a board: itself, or the back that lay there or in the hand. */
    onBoard: (seat, board, card) => {
      const piece = (card && known(card)) || hidden([placed[seat][board], hands[seat], ...placed[seat]]);
      return piece ? { ...piece, card } : fresh(card);
    },
    inHand: (seat, card) => {
      const piece = (card && known(card)) || hidden([hands[seat], ...placed[seat]]);
      return piece ? { ...piece, card } : fresh(card);
    },
    /** A card that leaves the hand: never one that lies on a board already, unless it is that very card. */
    leaving: (seat, card) => {
      const piece = (card && known(card)) || hidden([hands[seat]]);
      return piece ? { ...piece, card } : fresh(card);
    },
    common: (card) => known(card) ?? fresh(card),
    next: () => next,
  };
}

const backs = (number) => Array.from({ length: number }, () => null);

/**
 * The scene of a view.
 *
 * @param {object} view a view of Eight Cards
 * @param {object} more
 * @param {string[][]|null} [more.hands] open hands (a replay)
 * @param {string[][]|null} [more.draft] what this person has put on the boards without locking
 * @param {Scene|null} [more.before] what was shown until now
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
    winners: view.winners,
    locked: view.locked,
    plo: view.plo === null ? null : placeOf(view.plo),
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

const one = (scene, what) => [{ scene, what }];

function started(scene, event) {
  const { dealer, number, ante, pot, bankrolls, splits } = event;
  return one({ ...EMPTY, dealer, number, ante, pot, bankrolls, splits, next: scene.next }, "start");
}

function dealt(scene, { to, count, cards }) {
  const find = finder(scene);
  const hand = (cards ?? backs(count)).map((card) => find.inHand(to, card));
  return one({ ...scene, hands: at(scene.hands, to, hand), next: find.next() }, "deal");
}

function flop(scene, { board, cards }) {
  const find = finder(scene);
  const pieces = cards.map((card) => find.common(card));
  return one({ ...scene, boards: at(scene.boards, placeOf(board), pieces), next: find.next() }, "flop");
}

/** Moves a seat's pieces between its hand and a board. */
function moved(scene, seat, hand, board, pieces, next) {
  const three = scene.placed[seat] ?? [[], [], []];
  return {
    ...scene,
    hands: at(scene.hands, seat, hand),
    placed: at(scene.placed, seat, at(three, board, pieces)),
    next,
  };
}

function laid(scene, { player, board, count, cards }) {
  const place = placeOf(board);
  const find = finder(scene);
  const hand = [...scene.hands[player]];
  const lying = [...(scene.placed[player]?.[place] ?? [])];
  for (const card of cards ?? backs(count)) {
    if (card && lying.some((piece) => piece.card === card)) continue;
    const piece = find.leaving(player, card);
    pull(hand, (each) => each.key === piece.key);
    if (!lying.some((each) => each.key === piece.key)) lying.push(piece);
  }
  return one(moved(scene, player, hand, place, lying, find.next()), "put");
}

function broughtBack(scene, { player, board, cards }) {
  if (board === null) return one({ ...scene, locked: at(scene.locked, player, false) }, "back");
  const place = placeOf(board);
  const lying = [...(scene.placed[player]?.[place] ?? [])];
  const hand = [...scene.hands[player]];
  for (const card of cards ?? [null]) {
    const piece = pull(lying, (each) => each.card === card);
    if (piece) hand.push(piece);
  }
  return one(moved(scene, player, hand, place, lying, scene.next), "back");
}

/** A seat is ready. Cards that it placed unseen are on boards that nobody else knows yet. */
function locked(scene, { player }) {
  const unseen = scene.hands[player].length > 0;
  const next = { ...scene, locked: at(scene.locked, player, true) };
  if (!unseen) return one(next, "lock");
  return one({ ...next, hands: at(scene.hands, player, []), placed: at(scene.placed, player, null) }, "lock");
}

function revealed(scene, { player, cards }) {
  const find = finder(scene);
  const three = THREE.map((board) => cards[board].map((card) => find.onBoard(player, board, card)));
  const next = { ...scene, placed: at(scene.placed, player, three), hands: at(scene.hands, player, []) };
  return one({ ...next, next: find.next() }, "reveal");
}

function kind(scene, event) {
  if (event.kind !== "PLO") return [];
  const plo = placeOf(event.board);
  const splits = scene.splits.filter((split) => split[plo] === event.size);
  return one({ ...scene, plo, splits }, "kind");
}

function runOut(scene, { board, turn, river }) {
  const place = placeOf(board);
  const find = finder(scene);
  const withTurn = [...scene.boards[place], find.common(turn)];
  const withRiver = [...withTurn, find.common(river)];
  const show = (pieces) => ({ ...scene, boards: at(scene.boards, place, pieces), next: find.next() });
  return [
    { scene: show(withTurn), what: "turn", board: place },
    { scene: show(withRiver), what: "river", board: place },
  ];
}

function decided(scene, { board, hands, winner_ids: winners, subpot, pot, bankrolls }) {
  const place = placeOf(board);
  const shown = {
    ...scene,
    names: at(scene.names, place, hands),
    winners: at(scene.winners, place, winners),
    stakes: at(scene.stakes, place, subpot),
    pot,
  };
  const paid = { ...shown, stakes: at(shown.stakes, place, null), bankrolls };
  return [
    { scene: shown, what: "result", board: place },
    { scene: paid, what: "pay", board: place },
  ];
}

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
  HAND_RESULT: (scene, { bankrolls, net }) => one({ ...scene, bankrolls, net, pot: 0 }, "end"),
};

/**
 * What an event does to a scene: the scenes to show one after the other, each with what happens there and, in
 * the run-out, on which board. Empty where nothing is to be seen.
 */
export const after = (scene, event) => STEPS[event.type]?.(scene, event) ?? [];
