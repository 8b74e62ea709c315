/**
 * Where each card of Mulle lies, with a key that follows it from place to place.
 *
 * Cards are faces, and every face is there twice, so a key is what tells two nines of clubs apart while they
 * move. A scene is made from a view (`sceneOf`), and an event turns one scene into the next (`after`); hidden
 * cards have `card: null`. Pure.
 *
 * @typedef {{key: string, card: string|null}} Piece
 * @typedef {{key: string, cards: Piece[], value: number, owner: number, locked: boolean}} Pile
 * @typedef {{hands: Piece[][], table: Pile[], taken: number[], last: Set<string>, next: number}} Scene
 */

const names = (pieces) => pieces.map((piece) => piece.card);
const sorted = (cards) => [...cards].sort().join(" ");
const NOTHING = { hands: [[], []], table: [], taken: [0, 0], last: new Set(), next: 1 };

/** Gives out keys that no card has had before. */
function keyMaker(scene) {
  let next = scene.next;
  return {
    fresh: (card) => {
      next += 1;
      return { key: `m${next}`, card };
    },
    next: () => next,
  };
}

/** Takes the first element that fits out of a list; undefined if none does. */
function pull(list, fits) {
  const place = list.findIndex(fits);
  return place < 0 ? undefined : list.splice(place, 1)[0];
}

const pileKey = (pieces) => `pile-${pieces[0].key}`;

/** A pile of pieces with the facts of an engine's pile. */
const pileOf = (pieces, { value, owner, locked }) => ({
  key: pileKey(pieces),
  cards: pieces,
  value,
  owner,
  locked,
});

/**
 * The scene of a view. Cards keep the keys they have in `before`.
 *
 * @param {object} view a view of Mulle
 * @param {string[][]|null} hands open hands (a replay), or null
 * @param {Scene|null} before what was shown until now
 */
export function sceneOf(view, hands = null, before = null) {
  const old = before ?? NOTHING;
  const make = keyMaker(old);
  const piles = [...old.table];
  const kept = view.table.map((pile) => {
    const same = (each) => each.value === pile.value && sorted(names(each.cards)) === sorted(pile.cards);
    return pull(piles, same)?.cards;
  });
  const handsLeft = old.hands.map((hand) => [...hand]);
  const loose = piles.flatMap((pile) => pile.cards);
  const find = (card, first) => {
    for (const pool of [first, loose, ...handsLeft]) {
      const piece = pool && pull(pool, (each) => each.card === card);
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
  const table = view.table.map((pile, place) => {
    const rest = [...(kept[place] ?? [])];
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

/** The hand without the card that is played, and the played piece (a hidden one shows its face now). */
function play(hand, card) {
  const rest = [...hand];
  const piece = pull(rest, (each) => each.card === card) ?? pull(rest, (each) => each.card === null);
  return { rest, piece: piece ? { ...piece, card } : null };
}

const withHand = (scene, seat, hand) => scene.hands.map((each, at) => (at === seat ? hand : each));

/** Splits the table into the piles that were named by an event and the others. */
function split(table, named) {
  const rest = [...table];
  const alike = (one, other) => one.value === other.value && one.owner === other.owner;
  const is = (pile) => (each) => alike(pile, each) && sorted(names(each.cards)) === sorted(pile.cards);
  const found = named.map((pile) => pull(rest, is(pile))).filter(Boolean);
  return { found, rest };
}

function captured(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const played = piece ?? make.fresh(event.card);
  const { found, rest } = split(scene.table, event.piles);
  const cards = [...found.flatMap((pile) => pile.cards), played];
  const base = { ...scene, hands: withHand(scene, event.seat, hand), next: make.next() };
  const heap = { key: "heap", cards, value: 0, owner: event.seat, locked: false, heap: true };
  const laid = { ...base, table: [...scene.table, { ...heap, key: "played", cards: [played] }] };
  const gathered = { ...base, table: [...rest, heap] };
  const gone = {
    ...base,
    table: rest,
    taken: base.taken.map((count, seat) => count + (seat === event.seat ? cards.length : 0)),
    last: new Set(),
  };
  return [
    { scene: laid, what: "play" },
    { scene: gathered, what: "gather" },
    { scene: gone, what: "take" },
  ];
}

function built(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const played = piece ?? make.fresh(event.card);
  const { found, rest } = split(scene.table, event.joined);
  const pool = [played, ...found.flatMap((pile) => pile.cards)];
  const owed = [...event.pile.cards];
  for (const each of pool) pull(owed, (card) => card === each.card);
  const base = owed.length ? pull(rest, (pile) => sorted(names(pile.cards)) === sorted(owed)) : undefined;
  pool.push(...(base?.cards ?? []));
  const cards = event.pile.cards.map((card) => pull(pool, (each) => each.card === card) ?? make.fresh(card));
  const next = {
    ...scene,
    hands: withHand(scene, event.seat, hand),
    table: [...rest, pileOf(cards, event.pile)],
    last: new Set([played.key]),
    next: make.next(),
  };
  return [{ scene: next, what: "build" }];
}

function discarded(scene, event) {
  const make = keyMaker(scene);
  const { rest: hand, piece } = play(scene.hands[event.seat], event.card);
  const laid = piece ?? make.fresh(event.card);
  const single = pileOf([laid], { value: event.value, owner: -1, locked: false });
  const next = {
    ...scene,
    hands: withHand(scene, event.seat, hand),
    table: [...scene.table, single],
    last: new Set([laid.key]),
    next: make.next(),
  };
  return [{ scene: next, what: "play" }];
}

function laidOut(scene, event) {
  const make = keyMaker(scene);
  const table = event.cards.map((card, at) =>
    pileOf([make.fresh(card)], { value: event.values[at], owner: -1, locked: false }),
  );
  const next = { ...NOTHING, table, next: make.next() };
  return [{ scene: next, what: "deal" }];
}

function dealt(scene, event) {
  const make = keyMaker(scene);
  const hands = scene.hands.map(() => Array.from({ length: event.cards_each }, () => make.fresh(null)));
  return [{ scene: { ...scene, hands, last: new Set(), next: make.next() }, what: "deal" }];
}

/** A seat's own cards turn up where their backs were dealt. */
function turnedUp(scene, event) {
  const make = keyMaker(scene);
  const backs = scene.hands[event.seat];
  const hand = event.cards.map((card, at) => ({ ...(backs[at] ?? make.fresh(card)), card }));
  return [{ scene: { ...scene, hands: withHand(scene, event.seat, hand), next: make.next() }, what: "turn" }];
}

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
 * What an event does to a scene: the scenes to show one after the other, each with what happens there
 * (`play`, `gather`, `take`, `build`, `deal`, `turn`). Empty where nothing moves.
 */
export const after = (scene, event) => STEPS[event.type]?.(scene, event) ?? [];
