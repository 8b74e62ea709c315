/** Where things lie: seats around an oval with one of them at the bottom, cards before their players. */

/**
 * The seats in the order they sit, clockwise from the one at the bottom.
 * @param {number} seats how many there are
 * @param {number} bottom the seat nearest to the reader
 */
export const around = (seats, bottom) => Array.from({ length: seats }, (_, step) => (bottom + step) % seats);

/** Below 1 an oval has fuller shoulders, so that those at its sides do not sit on top of each other. */
const ROUNDNESS = 0.72;

/**
 * The place of a seat on an oval, in parts of its half axes: x to the right, y downwards.
 * The one at the bottom is at (0, 1), the next to the left.
 * @param {number} seat
 * @param {number} seats
 * @param {number} bottom
 */
export function onOval(seat, seats, bottom) {
  const turn = ((seat - bottom + seats) % seats) / seats;
  const angle = Math.PI / 2 + turn * 2 * Math.PI;
  const y = Math.sin(angle);
  return { x: Math.cos(angle), y: Math.sign(y) * Math.abs(y) ** ROUNDNESS };
}

/**
 * Puts an element there; the stylesheet decides how long the half axes are (`--x`, `--y`).
 * @param {HTMLElement} element
 * @param {{x: number, y: number}} at
 */
export function place(element, { x, y }) {
  element.style.setProperty("--x", x.toFixed(4));
  element.style.setProperty("--y", y.toFixed(4));
}
