/** Dragging with pointer events: one code for mouse, pen and touch. It is sugar over what a tap can do. */

/** How far a press may stray and still be a tap, in pixels. */
const THRESHOLD = 6;

/**
 * Lets an element be dragged onto targets, and tapped.
 * @param {HTMLElement} button
 * @param {object} options
 * @param {() => Element[]} options.targets where it may be dropped now; asked when a drag begins
 * @param {(target: Element) => void} options.onDrop
 * @param {() => void} [options.onTap] a press without a drag, or Enter or Space
 * @param {() => void} [options.onLift] a drag begins
 * @param {() => void} [options.onEnd] a drag has ended, dropped or not
 * @returns {() => void} ends it
 */
export function draggable(button, options) {
  const drag = new Dragging(button, options);
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
  /** The press: which pointer, where it began, and once it is a drag, its targets and the one under it. */
  #press = null;
  #dragged = false;

  constructor(button, options) {
    this.#button = button;
    this.#options = options;
  }

  down(event) {
    if (event.button !== 0 || this.#press) return;
    this.#dragged = false;
    // From the first moment: a quick hand leaves the card before it is seen to move.
    this.#button.setPointerCapture(event.pointerId);
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, places: null, over: null };
  }

  move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const x = event.clientX - press.x;
    const y = event.clientY - press.y;
    if (!press.places && Math.hypot(x, y) <= THRESHOLD) return;
    if (!press.places) this.#lift();
    event.preventDefault();
    this.#button.style.setProperty("translate", `${x}px ${y}px`);
    this.#hover(press.places.find((target) => contains(target, event.clientX, event.clientY)) ?? null);
  }

  up(event) {
    if (!this.#press || event.pointerId !== this.#press.id) return;
    const target = event.type === "pointerup" ? this.#press.over : null;
    const wasDrag = this.#press.places !== null;
    this.end();
    if (!wasDrag) return;
    this.#options.onEnd?.();
    if (target) this.#options.onDrop(target);
  }

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
    this.#hover(null);
    for (const target of this.#press.places ?? []) target.classList.remove("drop-target");
    this.#button.classList.remove("dragging");
    this.#button.style.removeProperty("translate");
    this.#press = null;
  }

  #lift() {
    this.#dragged = true;
    this.#button.classList.add("dragging");
    this.#options.onLift?.();
    this.#press.places = this.#options.targets();
    for (const target of this.#press.places) target.classList.add("drop-target");
  }

  #hover(target) {
    if (target === this.#press.over) return;
    this.#press.over?.classList.remove("drop-over");
    target?.classList.add("drop-over");
    this.#press.over = target;
  }
}

function contains(target, x, y) {
  const box = target.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
