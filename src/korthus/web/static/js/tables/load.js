/** The table of a game: its code and its stylesheet, asked for when somebody sits down. */

import { loadStyle } from "../styles.js";

/**
 * Resolves to the name of the element that draws a game, when it can be made.
 * @param {string} game
 * @param {object|null} [description] what the default table goes by, for a game without a table of its own
 */
export async function loadTable(game, description = null) {
  const folder = description ? "default" : game;
  const style = loadStyle(new URL(`./${folder}/table.css`, import.meta.url).href);
  await Promise.all([import(`./${folder}/index.js`), style]);
  return `korthus-${folder}`;
}
