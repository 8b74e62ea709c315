/** Scenes that change event by event. */

/**
 * What an event makes of a scene, by a table with one function for each type of event that changes something.
 * @template {{type: string}} Event
 * @template Scene
 * @template Result
 * @param {Changes<Event, Scene, Result>} changes
 * @param {Scene} scene
 * @param {Event} event
 * @returns {Result|null} null where the table has nothing for it
 */
export function changedBy(changes, scene, event) {
  /** @type {Record<string, ((scene: Scene, event: Event) => Result)|undefined>} */
  const all = /** @type {Json} */ (changes);
  return all[event.type]?.(scene, event) ?? null;
}
