/**
 * Which faces the cards of a hand get. The game knows ranks only, so the page gives each card a suit of the
 * Spanish deck: always the same for the same cards of the same hand, and another one for each card of a rank.
 */

const SUITS = ["o", "c", "e", "b"];
const ORDER = "RCS76541";

/** @typedef {{rank: string, suit: string, key: string}} Face */

/**
 * Gives faces to cards one after another.
 * @param {number} number the hand, counted from 1
 * @param {Face[]} taken faces that are elsewhere already
 * @param {string[]} cards ranks
 * @returns {Face[]}
 */
export function faces(number, taken, cards) {
  const all = [...taken];
  return cards.map((rank) => {
    const face = nextFace(number, all, rank);
    all.push(face);
    return face;
  });
}

/**
 * The face of the next card of a rank: suits in turn, from one that differs by hand and rank.
 * @param {number} number
 * @param {Face[]} taken
 * @param {string} rank
 */
function nextFace(number, taken, rank) {
  const copies = taken.filter((face) => face.rank === rank).length;
  const first = number + ORDER.indexOf(rank);
  const suit = SUITS[(first + copies) % SUITS.length];
  return { rank, suit, key: `${number}-${rank}-${copies}` };
}

/**
 * The faces of a seat's own cards, from what it was told in this hand.
 * @param {number} number the hand
 * @param {Mus.AnyEvent[]} events the events of this hand
 * @param {string[]} hand the cards it holds, which decide if the events do not tell of all of them
 * @param {number|null} seat whose cards they are
 */
export function ownFaces(number, events, hand, seat) {
  /** @type {Face[]} */
  let dealt = [];
  /** @type {Face[]} */
  let now = [];
  for (const event of events) {
    if (event.type === "CardsReceived" && event.seat === seat) {
      const fresh = faces(number, dealt, event.cards);
      dealt = [...dealt, ...fresh];
      now = [...now, ...fresh];
    } else if (event.type === "DiscardKept" && event.seat === seat) {
      now = withoutRanks(now, event.cards);
    }
  }
  const complete = ranks(now) === ranks(hand.map((rank) => ({ rank })));
  return inOrder(complete ? now : faces(number, [], hand));
}

/**
 * The faces of both hands when they lie open, by seat.
 * @param {number} number the hand
 * @param {string[][]} hands
 * @param {number} first the seat whose faces are chosen first
 * @param {Face[]|null} own that seat's faces, if it has some already
 */
export function openFaces(number, hands, first, own = null) {
  const near = own ?? inOrder(faces(number, [], hands[first]));
  const far = inOrder(faces(number, near, hands[1 - first]));
  return first === 0 ? [near, far] : [far, near];
}

/** Faces from high to low; equal ranks keep their order. @param {Face[]} list */
export const inOrder = (list) => list.toSorted((a, b) => ORDER.indexOf(a.rank) - ORDER.indexOf(b.rank));

/** @param {{rank: string}[]} list */
const ranks = (list) =>
  list
    .map((face) => face.rank)
    .toSorted()
    .join();

/**
 * @param {Face[]} list
 * @param {string[]} cards
 */
function withoutRanks(list, cards) {
  const rest = [...list];
  for (const rank of cards) {
    const index = rest.findIndex((face) => face.rank === rank);
    if (index >= 0) rest.splice(index, 1);
  }
  return rest;
}
