/** The table of a game: its code and its stylesheet, asked for when somebody sits down. */

import { fileAt } from "../files.js";
import { loadStyle } from "../styles.js";

/**
 * Asks for a game's table before it is needed. If it does not come, whoever sits down asks again.
 * @param {{name: string, description: object|null}} game as the server lists it
 */
export function prepareTable({ name, description }) {
  loadTable(name, description).catch((error) => console.warn(error));
}

/**
 * Resolves to the name of the element that draws a game, when it can be made.
 * @param {string} game
 * @param {object|null} [description] what the default table goes by, for a game without a table of its own
 */
export async function loadTable(game, description = null) {
  const folder = description ? "default" : game;
  const style = loadStyle(fileAt(`js/tables/${folder}/table.css`));
  await Promise.all([import(`./${folder}/index.js`), style]);
  return `korthus-${folder}`;
}
