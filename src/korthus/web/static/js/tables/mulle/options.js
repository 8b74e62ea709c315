/** What can be done with a card, sorted for the bar below the cloth. Pure: from `actions` and the table. */

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

/** Which piles the server says a play is about, by their places on the table, group by group. */
function groupsOf({ type, groups, base }) {
  if (type === "Takes") return groups;
  return base === undefined ? [] : [[base]];
}

/**
 * The options of one card: `{text, label, action, kind, piles, groups, value}` in the order of `ORDER`.
 * `groups` are places on the table: of a capture, piles that add up; of a build, what it is laid on.
 *
 * @param {{text: string, action: object, label?: string, effect: object}[]} actions what the server allows
 */
export function optionsOf(actions, card) {
  return actions
    .filter(({ action }) => action.card === card && action.type in KINDS)
    .map(({ text, action, label, effect }) => {
      const groups = groupsOf(effect);
      const kind = KINDS[action.type];
      return { text, label, action, kind, groups, piles: groups.flat(), value: effect.value };
    })
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
