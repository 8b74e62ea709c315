/** How a page begins, and the sheets that lie on it. */

import { el } from "../../dom.js";

/**
 * A page with its title and a line about it.
 * @param {string} look its classes
 * @param {string} title
 * @param {string} about
 * @param {...Child} children
 */
export function pageOf(look, title, about, ...children) {
  const line = el("p", { class: "soft", text: about });
  return el("div", { class: `page ${look}` }, el("h1", { text: title }), line, ...children);
}

/**
 * A sheet with a heading.
 * @param {string} look its classes
 * @param {string} title
 * @param {...Child} children
 */
export function sheetOf(look, title, ...children) {
  return el("section", { class: `sheet ${look}` }, el("h2", { text: title }), ...children);
}
