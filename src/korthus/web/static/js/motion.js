/** Cards go from where they were to where they go (FLIP, on the Web Animations API). Nothing loops. */

import { el } from "./dom.js";
import { settings } from "./settings.js";

/**
 * @typedef {{element: HTMLElement, frames: Keyframe[], gone?: boolean}} Travel a motion; what is gone is
 *   removed at its end
 * @typedef {{element: HTMLElement, box: DOMRect, to: string|undefined}} Place where something lay
 */

const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";

/** How much larger or smaller something may begin than it ends. */
const LARGEST = 3;
const SMALLEST = 0.2;

/** @type {WeakMap<Element, Animation>} */
const moving = new WeakMap();

/** Whether this person wants no motion. */
export function reduced() {
  return settings.get("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether a table has so much to show that it should not linger. */
let hurried = false;

/**
 * Lets a table that has fallen behind catch up: as long as this is on, nothing moves or rests.
 * @param {boolean} on
 */
export function hurry(on) {
  hurried = on;
}

/**
 * Waits; not at all when nobody can see the page, or when there is much to catch up with.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function rest(ms) {
  if (ms <= 0 || document.hidden || hurried) return Promise.resolve();
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", end);
      done();
    };
    const timer = setTimeout(end, ms);
    document.addEventListener("visibilitychange", end);
  });
}

/**
 * Calls `mutate` and lets what has a `data-flip` key inside `container` travel from its old place to its new
 * one. Something new comes from the element that its `data-from` selector names (in the container, else on
 * the page), or fades in; something gone goes to the element that its `data-to` names, or just goes.
 * @param {HTMLElement} container
 * @param {() => unknown} mutate
 * @param {{duration?: number, stagger?: number}} [times] in milliseconds
 * @returns {Promise<void>} when everything lies still
 */
export async function flip(container, mutate, { duration = 220, stagger = 35 } = {}) {
  const still = reduced() || document.hidden || hurried;
  const before = still ? new Map() : snapshot(container);
  await mutate();
  if (still) return;
  const after = new Map(flippable(container).map((element) => [element.dataset.flip, element]));
  for (const element of after.values()) moving.get(element)?.cancel();
  /** @type {Travel[]} */
  const travels = [];
  for (const [key, element] of after) {
    const travel = arrival(container, before.get(key), element);
    if (travel) travels.push(travel);
  }
  for (const [key, old] of before) {
    const goal = !after.has(key) && old.to && find(container, old.to);
    if (goal) travels.push(departure(old, goal));
  }
  await Promise.all(travels.map((travel, index) => animate(travel, duration, Math.min(index, 12) * stagger)));
}

/**
 * Lets an element shine for a moment in brass, and a text (a value won) rise from it.
 * @param {Element} element
 * @param {string} [text]
 */
export async function glint(element, text) {
  element.classList.add("glinting");
  const label = text ? el("span", { class: "glint", text, "aria-hidden": "true" }) : null;
  if (label) place(label, element.getBoundingClientRect());
  if (label) document.body.append(label);
  if (label && !reduced()) {
    const frames = [
      { translate: "-50% 0", opacity: 0 },
      { translate: "-50% -0.6rem", opacity: 1, offset: 0.25 },
      { translate: "-50% -1.6rem", opacity: 1, offset: 0.75 },
      { translate: "-50% -2.2rem", opacity: 0 },
    ];
    await finished(label.animate(frames, { duration: 1100, easing: "ease-out", fill: "both" }));
  } else await rest(1100);
  label?.remove();
  element.classList.remove("glinting");
}

/**
 * @param {HTMLElement} label
 * @param {DOMRect} box
 */
function place(label, box) {
  label.style.setProperty("left", `${box.left + box.width / 2}px`);
  label.style.setProperty("top", `${box.top}px`);
}

/**
 * @param {HTMLElement} container
 * @returns {HTMLElement[]}
 */
function flippable(container) {
  return [.../** @type {NodeListOf<HTMLElement>} */ (container.querySelectorAll("[data-flip]"))];
}

/**
 * @param {HTMLElement} container
 * @param {string} selector
 */
function find(container, selector) {
  return container.querySelector(selector) ?? document.querySelector(selector);
}

/** @param {HTMLElement} container */
function snapshot(container) {
  /** @type {Map<string|undefined, Place>} */
  const seen = new Map();
  for (const element of flippable(container)) {
    const box = element.getBoundingClientRect();
    if (box.width) seen.set(element.dataset.flip, { element, box, to: element.dataset.to });
  }
  return seen;
}

/**
 * @param {HTMLElement} container
 * @param {Place|undefined} old
 * @param {HTMLElement} element
 * @returns {Travel|null}
 */
function arrival(container, old, element) {
  const box = element.getBoundingClientRect();
  if (!box.width) return null;
  const from = old ? undefined : element.dataset.from;
  const source = from ? find(container, from) : null;
  const start = old?.box ?? source?.getBoundingClientRect();
  if (!start?.width) return { element, frames: [{ opacity: 0 }, { opacity: 1 }] };
  const shift = between(start, box, old ? LARGEST : 1);
  if (shift.still) return null;
  return {
    element,
    frames: [
      { translate: shift.translate, scale: shift.scale },
      { translate: "0 0", scale: "1" },
    ],
  };
}

/**
 * @param {Place} old
 * @param {Element} goal
 * @returns {Travel}
 */
function departure(old, goal) {
  const ghost = /** @type {HTMLElement} */ (old.element.cloneNode(true));
  ghost.removeAttribute("data-flip");
  ghost.removeAttribute("data-test");
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  ghost.classList.add("ghost");
  for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
    ghost.style.setProperty(side, `${old.box[side]}px`);
  document.body.append(ghost);
  const shift = between(goal.getBoundingClientRect(), old.box, 1);
  return {
    element: ghost,
    gone: true,
    frames: [
      { translate: "0 0", scale: "1", opacity: 1 },
      { opacity: 1, offset: 0.8 },
      { translate: shift.translate, scale: shift.scale, opacity: 0 },
    ],
  };
}

/**
 * How something that lies at `to` must be moved to lie at `from`. A card that comes from a whole cloth, or goes
 * to one, is not as large as that: `largest` says how much larger than at `to` it may be.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} largest
 */
function between(from, to, largest) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.min(largest, Math.max(SMALLEST, from.height / to.height));
  return {
    translate: `${x}px ${y}px`,
    scale: String(scale),
    still: Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(scale - 1) < 0.02,
  };
}

/**
 * @param {Travel} travel
 * @param {number} duration
 * @param {number} delay
 */
async function animate({ element, frames, gone }, duration, delay) {
  const animation = element.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
  moving.set(element, animation);
  element.classList.add("moving");
  await finished(animation);
  if (moving.get(element) === animation) {
    moving.delete(element);
    element.classList.remove("moving");
  }
  if (gone) element.remove();
}

/** When an animation has ended or was cancelled. @param {Animation} animation */
function finished(animation) {
  return new Promise((done) => {
    animation.onfinish = done;
    animation.oncancel = done;
    animation.onremove = done;
  });
}
