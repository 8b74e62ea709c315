/**
 * What the table shows at one moment, as plain data: read from a view and from what has been heard in this
 * hand, and led on from event to event so that a hand's end can be shown before the next one is dealt.
 *
 * @typedef {object} Picture
 * @property {"deal"|"mus"|"discard"|"redraw"|"bet"|"over"} phase
 * @property {number|null} target
 * @property {number} number       the hand, counted from 1
 * @property {number} mano
 * @property {number|null} turn    the seat to act; null while something is being shown
 * @property {number[]} stones
 * @property {number[]} held       how many cards each seat holds
 * @property {string[]} hand       the own cards
 * @property {string|null} lance
 * @property {object|null} bet
 * @property {object[]} settled
 * @property {boolean[]|null} pares
 * @property {boolean[]|null} juego
 * @property {string[][]|null} shown both hands, once they lie open
 * @property {({word: string, amount?: number, lance?: string}|null)[]} said the last word of each seat
 * @property {Map<string, number[]>} counts stones by lance that this hand has brought, by seat
 * @property {number} stock
 * @property {object|null} scored  the StonesScored that is being shown
 */

/**
 * What is known to have happened in the hand that is being played: everything since it began, or since
 * something was taken back.
 */
export function thisHand(log) {
  const events = log.map((notice) => notice.event);
  const start = events.findLastIndex(({ type }) => type === "HandStarted" || type === "UndoDone");
  return events.slice(Math.max(0, start));
}

/**
 * The picture of a view.
 * @param {object} view
 * @param {object[]} heard the events of this hand, as far as they were heard
 */
export function pictureOf(view, heard) {
  const told = heard.reduce(after, { ...NOTHING_HEARD, counts: new Map(), stones: [0, 0], held: [0, 0] });
  return {
    phase: view.phase,
    target: view.target,
    number: view.number,
    mano: view.mano,
    turn: view.to_act,
    stones: view.stones,
    held: view.held,
    hand: view.hand,
    lance: view.lance,
    bet: view.bet,
    settled: view.settled,
    pares: view.pares,
    juego: view.juego,
    shown: view.shown,
    said: told.said.map((word, seat) => word ?? wordOfBet(view, seat)),
    counts: view.number === 1 ? tallied(view.tally) : told.counts,
    stock: view.stock,
    scored: null,
  };
}

const LANCES = ["grande", "chica", "pares", "juego", "punto"];

/** The tally of a match as stones by lance; in the first hand that is what the hand has brought. */
function tallied(tally) {
  const lines = LANCES.map((lance, place) => [lance, [tally[0][place], tally[1][place]]]);
  return new Map(lines.filter(([, stones]) => stones.some(Boolean)));
}

const NOTHING_HEARD = {
  hand: [],
  settled: [],
  said: [null, null],
  pares: null,
  juego: null,
  lance: null,
  bet: null,
};

/** What a bet sounds like when its words were not heard. */
function wordOfBet({ bet, lance }, seat) {
  if (bet === null || bet.seat !== seat) return null;
  return bet.ordago ? { word: "ordago", lance } : { word: "bet", amount: bet.stake, lance };
}

/** Whether a word was about something that is over. */
export function isOld(word, lance) {
  const about = (each) => (each === "punto" ? "juego" : (each ?? null));
  return about(word.lance) !== about(lance);
}

/** The picture after an event; the same object if the event changes nothing that is shown. */
export function after(picture, event) {
  const change = CHANGES[event.type];
  return change ? { ...picture, turn: null, scored: null, ...change(picture, event) } : picture;
}

const CHANGES = {
  HandStarted: (picture, { number, mano, stones }) => ({
    ...NOTHING_HEARD,
    phase: "deal",
    number,
    mano,
    stones,
    held: [0, 0],
    shown: null,
    counts: new Map(),
  }),
  CardsDealt: (picture, { seat, count }) => ({ held: picture.held.with(seat, picture.held[seat] + count) }),
  CardsReceived: (picture, { cards }) => ({ hand: [...picture.hand, ...cards] }),
  CardsDiscarded: (picture, { seat, count }) => ({
    held: picture.held.with(seat, Math.max(0, picture.held[seat] - count)),
    said: picture.said.with(seat, { word: "discard", amount: count }),
  }),
  DiscardKept: (picture, { cards }) => ({ hand: withoutAll(picture.hand, cards) }),
  MusWanted: (picture, { seat }) => speak(picture, seat, { word: "mus" }),
  MusCut: (picture, { seat }) => speak(picture, seat, { word: "no_mus" }),
  DeclarationMade: (picture, { seat, lance, has }) => ({
    ...speak(picture, seat, { word: has ? "has" : "has_not", lance }),
    [lance]: (picture[lance] ?? [null, null]).with(seat, has),
  }),
  LanceStarted: (picture, { lance }) => ({ phase: "bet", lance, bet: null }),
  Passed: (picture, { seat, lance }) => {
    const other = picture.said[1 - seat];
    const both = other?.word === "pass" && other.lance === lance;
    return {
      ...speak(picture, seat, { word: "pass", lance }),
      ...(both ? settle(picture, { lance, how: "pass", seat: null, stones: 0 }) : {}),
    };
  },
  EnvidoMade: (picture, { seat, lance, amount, stake, raised }) => ({
    ...speak(picture, seat, { word: raised ? "raise" : "bet", amount, lance }),
    bet: { seat, stake, ordago: false },
  }),
  OrdagoCalled: (picture, { seat, lance }) => ({
    ...speak(picture, seat, { word: "ordago", lance }),
    bet: { seat, stake: picture.bet?.stake ?? 0, ordago: true },
  }),
  BetAccepted: (picture, { seat, lance, stake }) => ({
    ...speak(picture, seat, { word: "accept", lance }),
    ...settle(picture, { lance, how: "accepted", seat: picture.bet?.seat ?? null, stones: stake }),
  }),
  BetRefused: (picture, { seat, lance, deje }) => ({
    ...speak(picture, seat, { word: "refuse", lance }),
    ...settle(picture, { lance, how: "refused", seat: picture.bet?.seat ?? null, stones: deje }),
  }),
  HandsShown: (picture, { hands }) => ({ shown: hands, said: [null, null] }),
  StonesScored: (picture, event) => ({
    stones: picture.stones.with(event.seat, event.total),
    counts: counted(picture.counts, event),
    scored: event,
  }),
  HandEnded: (picture, { stones }) => ({ stones }),
};

const speak = (picture, seat, word) => ({ said: picture.said.with(seat, word) });

const settle = (picture, result) => ({ bet: null, settled: [...picture.settled, result] });

function counted(counts, { seat, lance, stones }) {
  const before = counts.get(lance) ?? [0, 0];
  return new Map(counts).set(lance, before.with(seat, before[seat] + stones));
}

function withoutAll(cards, gone) {
  const rest = [...cards];
  for (const card of gone) {
    const place = rest.indexOf(card);
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}

/**
 * The last hand that was counted, for looking at it again: its hands, what each lance brought, and its end.
 * @returns {{hands: string[][]|null, scored: object[], ended: object, events: object[]}|null}
 */
export function lastCount(log) {
  const events = log.map((notice) => notice.event);
  const end = events.findLastIndex((event) => event.type === "HandEnded");
  if (end < 0) return null;
  const start = events.slice(0, end).findLastIndex((event) => event.type === "HandStarted");
  const hand = events.slice(Math.max(0, start), end + 1);
  return {
    hands: hand.find((event) => event.type === "HandsShown")?.hands ?? null,
    scored: hand.filter((event) => event.type === "StonesScored"),
    ended: events[end],
    events: hand,
  };
}
