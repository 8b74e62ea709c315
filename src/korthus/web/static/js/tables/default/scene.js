/** What a view shows, zone by zone, as the description of its game says (`core/description.py`). */

/**
 * @typedef {{card: string, seat: number|null}} Lying an open card, and the seat it says it is from
 * @typedef {Zone & {values: Json[]}} Shown a zone and its value, or one for each seat; where cards lie open,
 *   a value is a list of `Lying`
 * @typedef {{turn: number|null, zones: Shown[]}} Scene
 * @typedef {StepOf<Scene, "play">} Step
 * @typedef {{scene: Scene, step: Step, view: Json, event: GameEvent, action: Json, effect: Json, hand: Json}} Game
 *   any game: what it sends is looked at by the description alone
 * @typedef {StateOf<Game>} State
 */

/**
 * The scene of a view.
 * @param {Json} view
 * @param {Description} description
 * @param {number} seats
 * @param {Json[]|null} [hands] every hand, where a finished game is looked at openly
 * @returns {Scene}
 */
export function sceneOf(view, description, seats, hands = null) {
  const codes = new Set(description.codes);
  const zones = description.zones.map((zone) => read(view, zone, seats, codes));
  if (hands) zones.push(openHands(description, hands, codes));
  return { turn: view.to_act, zones };
}

/**
 * The scene in which the cards that an event names have come to the table; null if none have. Events tell it
 * before the position does: a card that completes a trick never lies in a view.
 * @param {Scene} scene
 * @param {GameEvent} event
 * @param {Description} description
 * @param {number|null} mine the seat that looks
 * @returns {Scene|null}
 */
export function after(scene, event, description, mine) {
  const { seat, audience = null } = event;
  const cloth = scene.zones.find(({ whose, kind }) => whose === "table" && kind === "cards");
  if (!Number.isInteger(seat) || audience !== null || !cloth) return null;
  /** @type {Lying[]} */
  const open = cloth.values[0];
  const lying = open.map(({ card }) => card);
  const fresh = without(
    cardsIn(event, new Set(description.codes)).map(({ card }) => card),
    lying,
  );
  if (!fresh.length) return null;
  const came = fresh.map((card) => ({ card, seat }));
  const zones = scene.zones.map((zone) => {
    if (zone === cloth) return { ...zone, values: [[...zone.values[0], ...came]] };
    if (zone.whose === "mine" && zone.kind === "cards" && seat === mine)
      return { ...zone, values: [leaving(zone.values[0], fresh)] };
    if (zone.whose === "seats" && zone.kind === "hidden")
      return {
        ...zone,
        values: zone.values.map((n, at) => (at === seat ? Math.max(0, n - came.length) : n)),
      };
    return zone;
  });
  return { ...scene, zones };
}

/**
 * The cards in a part of a view, an event or an action.
 * @returns {Lying[]}
 * @param {Json} value
 * @param {Set<string>} codes
 * @param {number|null} seat
 */
export function cardsIn(value, codes, seat = null) {
  if (typeof value === "string") return codes.has(value) ? [{ card: value, seat }] : [];
  if (Array.isArray(value)) return value.flatMap((each) => cardsIn(each, codes, seat));
  if (value === null || typeof value !== "object") return [];
  const from = Number.isInteger(value.seat) ? value.seat : seat;
  return Object.values(value).flatMap((each) => cardsIn(each, codes, from));
}

/**
 * Names less one of each that is gone.
 * @param {string[]} names
 * @param {string[]} gone
 */
export function without(names, gone) {
  const rest = [...gone];
  return names.filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/**
 * @param {Lying[]} lying
 * @param {string[]} gone
 */
function leaving(lying, gone) {
  const stay = without(
    lying.map(({ card }) => card),
    gone,
  );
  return stay.map((card) => ({ card, seat: null }));
}

/**
 * @param {Description} description
 * @param {Json[]} hands
 * @param {Set<string>} codes
 * @returns {Shown}
 */
function openHands({ zones }, hands, codes) {
  const hand = zones.find(({ whose, kind }) => whose === "mine" && kind === "cards");
  const values = hands.map((each) => cardsIn(each, codes));
  return { field: "hands", whose: "seats", kind: "cards", label: hand?.label ?? "Hand", values };
}

/**
 * @param {Json} view
 * @param {Zone} zone
 * @param {number} seats
 * @param {Set<string>} codes
 * @returns {Shown}
 */
function read(view, zone, seats, codes) {
  const path = zone.field.split(".");
  if (zone.whose !== "seats") return { ...zone, values: [worth(walk(view, path), zone.kind, codes)] };
  const entries = view[path[0]];
  if (!Array.isArray(entries) || entries.length !== seats)
    return { ...zone, whose: "table", kind: "text", values: [plain(entries)] };
  const values = entries.map((_, seat) => worth(walk(view, path, seat), zone.kind, codes));
  return { ...zone, values };
}

/**
 * The value of a path. Where it is one for each seat, the first list on the way has an entry for each.
 * @param {Json} view
 * @param {string[]} path
 * @param {number|null} seat
 * @returns {Json}
 */
function walk(view, path, seat = null) {
  let value = view;
  let at = seat;
  for (const name of path) {
    value = value?.[name] ?? null;
    if (at !== null && Array.isArray(value)) {
      value = value[at];
      at = null;
    }
  }
  return value;
}

/**
 * @param {Json} value
 * @param {Zone["kind"]} kind
 * @param {Set<string>} codes
 */
function worth(value, kind, codes) {
  if (kind === "cards" || kind === "pile") return cardsIn(value, codes);
  return kind === "text" ? plain(value) : value;
}

/**
 * A value in words; null for nothing.
 * @param {Json} value
 * @returns {string|null}
 */
function plain(value) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => plain(each) ?? "–").join(" ") || null;
  return typeof value === "object" ? null : String(value).replaceAll("_", " ");
}
