/** A hint as a gesture on the cloth: cards rise, what they are meant for glows, an arc leads from one to the other. */

import { svg } from "../dom.js";

/**
 * What an action is about on the table.
 * @typedef {object} Pointed
 * @property {Element[]} [from] what is played
 * @property {Element[]} [to] what it is played on, or takes, or the button that does it
 * @property {Map<Element, string>} [marks] a letter on some of them
 */

/** The marks on one table. */
export class Pointer {
  #table;
  /** @type {(() => Pointed)|null} */
  #where = null;

  /** @param {HTMLElement} table */
  constructor(table) {
    this.#table = table;
  }

  /** Points at something until `clear`. @param {() => Pointed} where asked for again whenever the table is drawn */
  show(where) {
    this.#where = where;
    this.draw();
  }

  clear() {
    this.#where = null;
    this.draw();
  }

  /** Puts the marks where the things are now. */
  draw() {
    for (const old of this.#table.querySelectorAll(".pointed")) {
      old.classList.remove("pointed");
      old.removeAttribute("data-pointed");
    }
    this.#table.querySelector(".pointing")?.remove();
    if (!this.#where) return;
    const { from = [], to = [], marks = new Map() } = this.#where();
    for (const each of [...from, ...to]) {
      each.classList.add("pointed");
      if (marks.has(each)) each.setAttribute("data-pointed", marks.get(each) ?? "");
    }
    if (from.length === 1 && to.length) this.#table.append(this.#arcs(from[0], to));
  }

  /**
   * @param {Element} from
   * @param {Element[]} to
   */
  #arcs(from, to) {
    const at = this.#table.getBoundingClientRect();
    const start = middle(from, at);
    return svg(
      "svg",
      { class: "pointing", "aria-hidden": "true", width: at.width, height: at.height },
      to.map((each) => svg("path", { d: arc(start, middle(each, at)) })),
    );
  }
}

/**
 * The upper middle of an element, seen from the corner of another.
 * @param {Element} element
 * @param {DOMRect} corner
 */
function middle(element, corner) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2 - corner.left, y: box.top + box.height / 4 - corner.top };
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function arc(from, to) {
  const lift = Math.min(from.y, to.y) - Math.abs(from.x - to.x) / 6;
  return `M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${lift} ${to.x} ${to.y}`;
}
