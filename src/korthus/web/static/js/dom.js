/** Building and keeping the page's elements, without ever parsing HTML. */

import { cardsIn, hasCards, spoken } from "./cards/text.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Element, Map<string, any>>} */
const kept = new WeakMap();

/**
 * A new element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} props `class`, `text`, `on: {event: listener}`, `dataset: {…}`; anything else is an
 *   attribute (true: present and empty; false, null and undefined: absent).
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  return furnish(document.createElement(tag), props, children);
}

/**
 * A new SVG element; the same props as `el`.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), props, children);
}

/**
 * @template {HTMLElement|SVGElement} E
 * @param {E} element
 * @param {Props} props
 * @param {Child[]} children
 */
function furnish(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") setText(element, value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else setAttribute(element, name, value);
  }
  /** @type {any[]} */
  const all = /** @type {any} */ (children).flat(Number.POSITIVE_INFINITY);
  element.append(...all.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * Sets an attribute: true is present and empty; false, null and undefined are absent.
 * @param {Element} element
 * @param {string} name
 * @param {string|number|boolean|null|undefined} value
 */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : spoken(String(value)));
}

/**
 * Replaces the text of an element; cards in it are drawn.
 * @param {Element} element
 * @param {string|number|null|undefined} text
 */
export function setText(element, text) {
  const words = String(text ?? "");
  if (hasCards(words)) element.replaceChildren(...cardsIn(words));
  else element.textContent = words;
}

/**
 * Gives an element the focus, if it is there and can have it.
 * @param {Element|null|undefined} element
 * @param {FocusOptions} [options]
 */
export function focusOn(element, options) {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus(options);
}

/**
 * The part of an element that was made with it.
 * @param {Element} element
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function part(element, selector) {
  const found = element.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`there is no ${selector} in a ${element.localName}`);
  return found;
}

/** Removes everything inside an element. @param {Element} element */
export function clear(element) {
  element.replaceChildren();
  kept.delete(element);
}

/**
 * Makes the children of `parent` be one element for each item, in order. An element whose key is still there
 * is kept, so that focus and motion survive; equal keys are told apart by their order.
 * @template T
 * @template {Element} E
 * @param {Element} parent its children belong to this function alone
 * @param {Iterable<T>} items
 * @param {(item: T, index: number) => string|number} keyOf
 * @param {(item: T, index: number) => E} make
 * @param {(element: E, item: T, index: number) => void} [update] called for new and kept elements alike
 * @returns {E[]} the elements in order
 */
export function reconcile(parent, items, keyOf, make, update) {
  /** @type {Map<string, E>} */
  const before = kept.get(parent) ?? new Map();
  /** @type {Map<string, E>} */
  const after = new Map();
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const list = [...items];
  list.forEach((item, index) => {
    const key = unused(String(keyOf(item, index)), after);
    after.set(key, before.get(key) ?? make(item, index));
  });
  for (const [key, element] of before) if (!after.has(key)) element.remove();
  /** @type {Element|null} */
  let place = parent.firstElementChild;
  for (const element of after.values()) {
    if (element === place) place = element.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  const elements = [...after.values()];
  if (update) for (const [index, element] of elements.entries()) update(element, list[index], index);
  kept.set(parent, after);
  if (focused && focused !== document.activeElement && parent.contains(focused)) {
    focusOn(focused, { preventScroll: true });
  }
  return elements;
}

/**
 * @param {string} key
 * @param {Map<string, unknown>} taken
 */
function unused(key, taken) {
  let free = key;
  for (let copy = 2; taken.has(free); copy += 1) free = `${key}#${copy}`;
  return free;
}
