/** The table of a game: its code and its stylesheet, asked for when somebody sits down. */

import { loadStyle } from "../styles.js";

/** Resolves to the name of the element that draws a game, when it can be made. */
export async function loadTable(game) {
  const style = loadStyle(new URL(`./${game}/table.css`, import.meta.url).href);
  await Promise.all([import(`./${game}/index.js`), style]);
  return `korthus-${game}`;
}
