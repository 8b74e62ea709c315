/** Stones as they lie on the table: amarracos of five, and single ones. */

import { el, reconcile } from "../../dom.js";

const FIVE = 5;

/** A place for stones; what it means is said elsewhere in words. */
export const makeStones = () => el("span", { class: "mus-stones", "aria-hidden": "true" });

/**
 * Lays a number of stones into an element.
 * @param {Element} parent
 * @param {number} stones
 */
export function showStones(parent, stones) {
  const count = Math.max(0, stones);
  const items = [...Array(Math.floor(count / FIVE)).fill("amarraco"), ...Array(count % FIVE).fill("stone")];
  reconcile(
    parent,
    items,
    (kind, index) => `${kind}-${index}`,
    (kind) => el("i", { class: kind }),
  );
}
