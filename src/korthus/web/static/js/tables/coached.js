/** What the coach says, on the things themselves: a tag on a card or a button, and a sentence that is read out. */

import { unmarked } from "../cards/text.js";
import { setAttribute } from "../dom.js";

/**
 * Where a tip belongs on a table.
 * @typedef {object} Place
 * @property {Element[]} at the card or button that it is about
 * @property {Element[]} [to] what would be taken or built on
 */

/** The tags on one table. */
export class Coached {
  #table;
  /** @type {Tip[]} */
  #tips = [];
  /** @type {Map<Element, Tip>} */
  #marked = new Map();
  /** @type {Element[]} */
  #lit = [];

  /** @param {HTMLElement & {coachedAt: (tip: Tip) => Place}} table */
  constructor(table) {
    this.#table = table;
  }

  /** Puts tags on things until the position changes. @param {Tip[]} tips */
  show(tips) {
    this.#tips = tips;
    this.draw();
  }

  /** Puts the tags where the things are now. */
  draw() {
    for (const each of this.#marked.keys()) {
      each.removeAttribute("data-coach");
      each.removeAttribute("aria-description");
    }
    this.#marked.clear();
    for (const tip of this.#tips) {
      for (const each of this.#table.coachedAt(tip).at.flatMap(alike)) {
        setAttribute(each, "data-coach", tip.tag || null);
        each.setAttribute("aria-description", unmarked(tip.says));
        this.#marked.set(each, tip);
      }
    }
  }

  /** What is said about the thing that an element belongs to, if anything. @param {EventTarget|null} target */
  tipAt(target) {
    for (const [each, tip] of this.#marked) if (target instanceof Node && each.contains(target)) return tip;
    return null;
  }

  /** Lights up what a tip would take; null puts the light out. @param {Tip|null} tip */
  light(tip) {
    for (const each of this.#lit) each.classList.remove("coached");
    this.#lit = tip ? (this.#table.coachedAt(tip).to ?? []) : [];
    for (const each of this.#lit) each.classList.add("coached");
  }
}

/** The copies of a card beside it: what is said of one is said of all. @param {Element} element */
function alike(element) {
  const card = element instanceof HTMLElement ? element.dataset.card : undefined;
  if (!card || !element.parentElement) return [element];
  return [...element.parentElement.children].filter(
    (each) => each instanceof HTMLElement && each.dataset.card === card,
  );
}
