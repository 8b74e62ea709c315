/**
 * Cards that are followed from place to place.
 *
 * @typedef {{key: string, card: string|null}} Piece a card with what tells it apart while it moves; null: a back
 */

/**
 * Takes the first thing that fits out of a list; undefined if none does.
 * @template T
 * @param {T[]} list
 * @param {(each: T) => boolean} fits
 */
export function pull(list, fits) {
  const index = list.findIndex(fits);
  return index < 0 ? undefined : list.splice(index, 1)[0];
}
