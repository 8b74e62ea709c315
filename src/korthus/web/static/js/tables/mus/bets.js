/** Reading the list of actions: the amounts one can bet, the quick ones, the next up or down; discards. */

/**
 * The amounts of all envidos among the actions, in order.
 * @param {Choice<Mus.AnyAction, Mus.AnyEffect>[]} actions
 */
export const amounts = (actions) =>
  actions.flatMap(({ action }) => (action.type === "Envido" ? action.amount : []));

/**
 * A few amounts worth a button of their own.
 * @param {number[]} list
 * @param {number} most
 */
export function quick(list, most = 4) {
  const usual = [2, 5, 10, 15, 20].filter((amount) => list.includes(amount));
  return (usual.length > 0 ? usual : list).slice(0, most);
}

/**
 * The amount one step up (1) or down (-1) from another; the same at either end.
 * @param {number[]} list
 * @param {number} amount
 * @param {number} direction
 */
export function step(list, amount, direction) {
  const index = list.indexOf(amount) + direction;
  return list[Math.min(Math.max(index, 0), list.length - 1)];
}

/**
 * The amount among the list that is nearest to another, the smaller one of two.
 * @param {number[]} list
 * @param {number} amount
 */
export const nearest = (list, amount) =>
  list.reduce((best, each) => (Math.abs(each - amount) < Math.abs(best - amount) ? each : best), list[0]);

/**
 * The discard among the actions that puts away exactly these ranks, or null.
 * @param {Choice<Mus.AnyAction, Mus.AnyEffect>[]} actions
 * @param {string[]} ranks
 */
export function discardOf(actions, ranks) {
  const wanted = ranks.toSorted().join();
  const found = actions.find(
    ({ action }) => action.type === "Discard" && action.cards.toSorted().join() === wanted,
  );
  return found?.text ?? null;
}

/**
 * The text of the action of a type, or null.
 * @param {Choice<Mus.AnyAction, Mus.AnyEffect>[]} actions
 * @param {Mus.AnyAction["type"]} type
 */
export const textOf = (actions, type) => actions.find(({ action }) => action.type === type)?.text ?? null;
