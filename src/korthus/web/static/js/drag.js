/** Dragging with pointer events: one code for mouse, pen and touch. It is sugar over what a tap can do. */

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
export function draggable(button, { targets, onDrop, onTap, onLift, onEnd }) {
  let drag = null;
  let dragged = false;
  button.classList.add("draggable");

  function down(event) {
    if (event.button !== 0 || drag) return;
    dragged = false;
    // From the first moment: a quick hand leaves the card before it is seen to move.
    button.setPointerCapture(event.pointerId);
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, places: null, over: null };
  }

  function move(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.places && Math.hypot(x, y) <= THRESHOLD) return;
    if (!drag.places) lift();
    event.preventDefault();
    button.style.setProperty("translate", `${x}px ${y}px`);
    hover(drag.places.find((target) => contains(target, event.clientX, event.clientY)) ?? null);
  }

  function lift() {
    dragged = true;
    button.classList.add("dragging");
    onLift?.();
    drag.places = targets();
    for (const target of drag.places) target.classList.add("drop-target");
  }

  function hover(target) {
    if (target === drag.over) return;
    drag.over?.classList.remove("drop-over");
    target?.classList.add("drop-over");
    drag.over = target;
  }

  function up(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const target = event.type === "pointerup" ? drag.over : null;
    const wasDrag = drag.places !== null;
    settle();
    if (!wasDrag) return;
    onEnd?.();
    if (target) onDrop(target);
  }

  function settle() {
    hover(null);
    for (const target of drag.places ?? []) target.classList.remove("drop-target");
    button.classList.remove("dragging");
    button.style.removeProperty("translate");
    drag = null;
  }

  function click(event) {
    // The click that follows a drag belongs to the drag; one from the keyboard never does.
    if (dragged && event.detail !== 0) {
      dragged = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    onTap?.();
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, click };
  for (const [name, listener] of Object.entries(listeners)) button.addEventListener(name, listener);
  return () => {
    if (drag) settle();
    button.classList.remove("draggable");
    for (const [name, listener] of Object.entries(listeners)) button.removeEventListener(name, listener);
  };
}

function contains(target, x, y) {
  const box = target.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
