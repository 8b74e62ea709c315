/** Dragging with pointer events: one code for mouse, pen and touch. It is sugar over what a tap can do. */

/** How far a press may stray and still be a tap, in pixels. */
const THRESHOLD = 6;

/**
 * @typedef {object} Options
 * @property {() => HTMLElement[]} targets where it may be dropped now; asked when a drag begins
 * @property {(target: HTMLElement) => void} onDrop
 * @property {() => void} [onTap] a press without a drag, or Enter or Space
 * @property {() => void} [onLift] a drag begins
 * @property {() => void} [onEnd] a drag has ended, dropped or not
 *
 * @typedef {object} Press
 * @property {number} id of the pointer
 * @property {number} x where it began
 * @property {number} y
 * @property {HTMLElement[]|null} places where it may be dropped, once it is a drag
 * @property {HTMLElement|null} over the one of them that is below
 */

/**
 * Lets an element be dragged onto targets, and tapped.
 * @param {HTMLElement} button
 * @param {Options} options
 * @returns {() => void} ends it
 */
export function draggable(button, options) {
  const drag = new Dragging(button, options);
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {
    pointerdown: (event) => drag.down(event),
    pointermove: (event) => drag.move(event),
    pointerup: (event) => drag.up(event),
    pointercancel: (event) => drag.up(event),
    click: (event) => drag.click(event),
  };
  button.classList.add("draggable");
  for (const [name, listener] of Object.entries(listeners)) button.addEventListener(name, listener);
  return () => {
    drag.end();
    button.classList.remove("draggable");
    for (const [name, listener] of Object.entries(listeners)) button.removeEventListener(name, listener);
  };
}

/** One element that can be dragged. */
class Dragging {
  #button;
  #options;
  /** @type {Press|null} */
  #press = null;
  #dragged = false;

  /**
   * @param {HTMLElement} button
   * @param {Options} options
   */
  constructor(button, options) {
    this.#button = button;
    this.#options = options;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || this.#press) return;
    this.#dragged = false;
    // From the first moment: a quick hand leaves the card before it is seen to move.
    this.#button.setPointerCapture(event.pointerId);
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, places: null, over: null };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const x = event.clientX - press.x;
    const y = event.clientY - press.y;
    if (!press.places && Math.hypot(x, y) <= THRESHOLD) return;
    const places = press.places ?? this.#lift(press);
    event.preventDefault();
    this.#button.style.setProperty("translate", `${x}px ${y}px`);
    hover(press, places.find((target) => contains(target, event.clientX, event.clientY)) ?? null);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.#press || event.pointerId !== this.#press.id) return;
    const target = event.type === "pointerup" ? this.#press.over : null;
    const wasDrag = this.#press.places !== null;
    this.end();
    if (!wasDrag) return;
    this.#options.onEnd?.();
    if (target) this.#options.onDrop(target);
  }

  /** @param {MouseEvent} event */
  click(event) {
    // The click that follows a drag belongs to the drag; one from the keyboard never does.
    if (this.#dragged && event.detail !== 0) {
      this.#dragged = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    this.#options.onTap?.();
  }

  /** Puts the element back; nothing is dropped. */
  end() {
    if (!this.#press) return;
    hover(this.#press, null);
    for (const target of this.#press.places ?? []) target.classList.remove("drop-target");
    this.#button.classList.remove("dragging");
    this.#button.style.removeProperty("translate");
    this.#press = null;
  }

  /** @param {Press} press */
  #lift(press) {
    this.#dragged = true;
    this.#button.classList.add("dragging");
    this.#options.onLift?.();
    const places = this.#options.targets();
    press.places = places;
    for (const target of places) target.classList.add("drop-target");
    return places;
  }
}

/**
 * @param {Press} press
 * @param {HTMLElement|null} target
 */
function hover(press, target) {
  if (target === press.over) return;
  press.over?.classList.remove("drop-over");
  target?.classList.add("drop-over");
  press.over = target;
}

/**
 * @param {Element} target
 * @param {number} x
 * @param {number} y
 */
function contains(target, x, y) {
  const box = target.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
