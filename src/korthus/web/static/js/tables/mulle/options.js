/** What can be done with a card, sorted for the bar below the cloth. Pure: from `actions` and the table. */

/**
 * @typedef {"take"|"build"|"trotta"|"throw"} Kind
 * @typedef {Choice<Mulle.AnyAction, Mulle.AnyEffect>} Listed what the server allows
 *
 * @typedef {object} Option something that a card can do
 * @property {string} text
 * @property {string|null|undefined} label
 * @property {Mulle.AnyAction} action
 * @property {Kind} kind
 * @property {number[][]} groups indices of the table's piles: of a capture, piles that add up; of a build, what
 *   it is laid on
 * @property {number[]} piles the indices of all groups
 * @property {number} value
 */

/** @type {Record<Mulle.AnyAction["type"], Kind>} */
const KINDS = { Capture: "take", Build: "build", Trotta: "trotta", Discard: "throw" };

/**
 * The kinds of play in the order in which they are offered.
 * @type {Kind[]}
 */
const ORDER = ["take", "build", "trotta", "throw"];

/**
 * Which piles the server says a play is about, by their indices on the table, group by group.
 * @param {Mulle.AnyEffect} effect
 * @returns {number[][]}
 */
function groupsOf(effect) {
  if (effect.type === "Takes") return effect.groups;
  return effect.type === "Makes" && typeof effect.base === "number" ? [[effect.base]] : [];
}

/** The indices of all piles that a play is about, of what it draws in too. @param {Mulle.AnyEffect} effect */
export function indicesOf(effect) {
  const joins = effect.type === "Makes" ? (effect.joins ?? []) : [];
  return [...groupsOf(effect).flat(), ...joins];
}

/**
 * The options of one card, in the order of `ORDER`.
 * @param {Listed[]} actions
 * @param {string} card
 * @returns {Option[]}
 */
export function optionsOf(actions, card) {
  return actions
    .filter(({ action }) => action.card === card)
    .map(({ text, action, label, effect }) => {
      if (!effect) throw new Error(`nothing is told about ${text}`);
      const groups = groupsOf(effect);
      const kind = KINDS[action.type];
      return { text, label, action, kind, groups, piles: groups.flat(), value: effect.value };
    })
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/**
 * The options that name a pile or one that is called the same.
 * @param {Option[]} options
 * @param {number} index
 * @param {string[]} called how an action names each pile of the table
 */
export const touching = (options, index, called) =>
  options.filter((option) => option.piles.some((each) => called[each] === called[index]));

/** The options that name no pile: what dropping a card on the cloth may mean. @param {Option[]} options */
export const untargeted = (options) => options.filter((option) => option.piles.length === 0);

/** Whether these are the two ways, up and down, of building on one pile. @param {Option[]} options */
export const isUpOrDown = (options) =>
  options.length === 2 &&
  options.every((option) => option.kind === "build") &&
  isDown(options[0]) !== isDown(options[1]) &&
  options[0].piles[0] === options[1].piles[0];

/** Whether an option builds downwards. @param {Option} option */
export const isDown = ({ action }) => action.type === "Build" && action.down;

/** The text of a play that was put together by hand, where there are too many to list; piles as actions name them. */
export const written = {
  take: (/** @type {string} */ card, /** @type {string[]} */ piles) => `capture ${card}: ${piles.join(", ")}`,
  up: (/** @type {string} */ card, /** @type {string[]} */ [pile]) => `build ${card} on ${pile} up`,
  down: (/** @type {string} */ card, /** @type {string[]} */ [pile]) => `build ${card} on ${pile} down`,
  trotta: (/** @type {string} */ card) => `trotta ${card}`,
  throw: (/** @type {string} */ card) => `discard ${card}`,
};
