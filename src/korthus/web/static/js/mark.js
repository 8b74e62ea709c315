/** The mark of the house: two cards leaning on each other, a roof and an A. */

import { svg } from "./dom.js";

/** A drawing of the mark, for the eye only. */
export function mark() {
  return svg(
    "svg",
    { class: "mark", viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    leaningCard("mark-far", "translate(21.2 5) rotate(-22)"),
    leaningCard("mark-near", "translate(26.8 5) rotate(22)"),
    svg("path", { class: "mark-pip", d: "M24 30 27.6 35.5 24 41 20.4 35.5z" }),
  );
}

/**
 * @param {string} name
 * @param {string} transform
 */
function leaningCard(name, transform) {
  return svg("rect", { class: name, x: "-4.4", y: "0", width: "8.8", height: "40", rx: "1.8", transform });
}
