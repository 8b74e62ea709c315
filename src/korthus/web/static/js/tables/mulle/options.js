/** What can be done with a card, sorted for the bar below the cloth. Pure: from `actions` and the table. */

import { grouped, handValue, tableValue } from "./values.js";

const KINDS = { Capture: "take", Build: "build", Trotta: "trotta", Discard: "throw" };

/** The kinds of play in the order in which they are offered. */
export const ORDER = ["take", "build", "trotta", "throw"];

const isBuild = (pile) => pile.owner >= 0;
const isSingle = (pile) => !isBuild(pile) && pile.cards.length === 1;
const sorted = (cards) => [...cards].sort().join(" ");

/** Whether two piles are the same to the rules: copies of a card, or the one build of a value. */
export function alike(one, other) {
  if (isBuild(one) || isBuild(other)) return one.owner === other.owner && one.value === other.value;
  return sorted(one.cards) === sorted(other.cards);
}

/** Whether a pile is what an action calls by a card, a build's value, or a list of cards. */
function isCalled(pile, base) {
  if (typeof base === "number") return isBuild(pile) && pile.value === base;
  if (Array.isArray(base)) return !isBuild(pile) && sorted(pile.cards) === sorted(base);
  return isSingle(pile) && pile.cards[0] === base;
}

const namedBy = (action) =>
  action.type === "Build"
    ? [action.base]
    : [...(action.singles ?? []), ...(action.builds ?? []), ...(action.plains ?? [])];

/**
 * Which piles of the table an action names, copies counted.
 *
 * @returns {number[]} places in `table`
 */
export function pilesOf(action, table) {
  const used = new Set();
  for (const base of namedBy(action)) {
    const place = table.findIndex((pile, at) => !used.has(at) && isCalled(pile, base));
    if (place >= 0) used.add(place);
  }
  return [...used];
}

/** How the piles of a capture add up: places in `table`, group by group; one group if that is not known. */
export function groupsOf(option, table) {
  if (option.kind !== "take") return option.piles.length ? [option.piles] : [];
  const groups = grouped(
    option.piles.map((place) => table[place].value),
    handValue(option.action.card),
  );
  return groups ? groups.map((group) => group.map((at) => option.piles[at])) : [option.piles];
}

/** What a build will be worth. */
export function worth(action) {
  const { base } = action;
  const below = Array.isArray(base)
    ? base.reduce((sum, card) => sum + tableValue(card), 0)
    : typeof base === "number"
      ? base
      : tableValue(base);
  const card = tableValue(action.card);
  return action.down ? Math.abs(below - card) : below + card;
}

/**
 * The options of one card: `{text, label, action, kind, piles, value}` in the order of `ORDER`.
 *
 * @param {{text: string, action: object, label?: string}[]} actions what the server allows
 */
export function optionsOf(actions, card, table) {
  return actions
    .filter(({ action }) => action.card === card && action.type in KINDS)
    .map(({ text, action, label }) => ({
      text,
      label,
      action,
      kind: KINDS[action.type],
      piles: pilesOf(action, table),
      value: action.type === "Build" ? worth(action) : null,
    }))
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** The options that name a pile or one just like it. */
export const touching = (options, place, table) =>
  options.filter((option) => option.piles.some((each) => alike(table[each], table[place])));

/** The options that name no pile: what dropping a card on the cloth may mean. */
export const untargeted = (options) => options.filter((option) => option.piles.length === 0);

/** Whether these are the two ways, up and down, of building on one pile. */
export const isUpOrDown = (options) =>
  options.length === 2 &&
  options.every((option) => option.kind === "build") &&
  options[0].action.down !== options[1].action.down &&
  options[0].piles[0] === options[1].piles[0];

const baseText = (pile) => {
  if (isBuild(pile)) return `[${pile.value}]`;
  return pile.cards.length === 1 ? pile.cards[0] : `(${pile.cards.join(" + ")})`;
};

/** The text of a play that was put together by hand, where there are too many to list. */
export const written = {
  take: (card, piles) => `capture ${card}: ${piles.map(baseText).join(", ")}`,
  up: (card, pile) => `build ${card} on ${baseText(pile)}${isSingle(pile) ? "" : " up"}`,
  down: (card, pile) => `build ${card} on ${baseText(pile)} down`,
  trotta: (card) => `trotta ${card}`,
  throw: (card) => `discard ${card}`,
};
