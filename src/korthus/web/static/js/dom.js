/** Building and keeping the page's elements, without ever parsing HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @type {WeakMap<Element, Map<string, Element>>} */
const kept = new WeakMap();

/**
 * A new element.
 * @param {string} tag
 * @param {object} props `class`, `text`, `on: {event: listener}`, `dataset: {…}`; anything else is an
 *   attribute (true: present and empty; false, null and undefined: absent).
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 */
export function el(tag, props = {}, ...children) {
  return furnish(document.createElement(tag), props, children);
}

/** A new SVG element; the same props as `el`. */
export function svg(tag, props = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), props, children);
}

function furnish(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") element.setAttribute("class", value);
    else if (name === "text") element.textContent = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else setAttribute(element, name, value);
  }
  const absent = [null, undefined, false];
  element.append(...children.flat(Infinity).filter((child) => !absent.includes(child)));
  return element;
}

/** Sets an attribute: true is present and empty; false, null and undefined are absent. */
export function setAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** Removes everything inside an element. */
export function clear(element) {
  element.replaceChildren();
  kept.delete(element);
}

/**
 * Makes the children of `parent` be one element for each item, in order. An element whose key is still there
 * is kept, so that focus and motion survive; equal keys are told apart by their order.
 * @param {Element} parent its children belong to this function alone
 * @param {Iterable} items
 * @param {(item, index: number) => string} keyOf
 * @param {(item, index: number) => Element} make
 * @param {(element: Element, item, index: number) => void} [update] called for new and kept elements alike
 * @returns {Element[]} the elements in order
 */
export function reconcile(parent, items, keyOf, make, update) {
  const before = kept.get(parent) ?? new Map();
  const after = new Map();
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const list = [...items];
  list.forEach((item, index) => {
    const key = unused(String(keyOf(item, index)), after);
    after.set(key, before.get(key) ?? make(item, index));
  });
  for (const [key, element] of before) if (!after.has(key)) element.remove();
  let place = parent.firstElementChild;
  for (const element of after.values()) {
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  const elements = [...after.values()];
  if (update) for (const [index, element] of elements.entries()) update(element, list[index], index);
  kept.set(parent, after);
  if (focused && focused !== document.activeElement && parent.contains(focused)) {
    focused.focus({ preventScroll: true });
  }
  return elements;
}

function unused(key, taken) {
  let free = key;
  for (let copy = 2; taken.has(free); copy += 1) free = `${key}#${copy}`;
  return free;
}
