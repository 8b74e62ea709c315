/** The cards of a trick, each before its player. */

// keys: web_kachuful.trick.*

import { cardName, cardPicture } from "../../cards/card.js";
import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { onOval, place } from "./places.js";

/**
 * Shows cards on the cloth.
 * @param {HTMLElement} parent
 * @param {{seat: number, card: string}[]} played in order
 * @param {object} table
 * @param {number} table.seats
 * @param {number} table.bottom the seat at the bottom
 * @param {number|null} table.winner
 * @param {(seat: number) => string} table.name
 */
export function showTrick(parent, played, { seats, bottom, winner, name }) {
  parent.style.setProperty("--seats", String(seats));
  const copies = new Map();
  const items = played.map(({ seat, card }) => {
    const copy = copies.get(card) ?? 0;
    copies.set(card, copy + 1);
    return { seat, card, key: copy ? `${card}#${copy}` : card };
  });
  reconcile(
    parent,
    items,
    ({ key, seat }) => `${key} ${seat}`,
    ({ card, seat, key }) => make(card, seat, key, name(seat)),
    (element, { seat, card }) => {
      const wins = seat === winner;
      place(element, onOval(seat, seats, bottom));
      element.classList.toggle("wins", wins);
      const picture = /** @type {HTMLElement} */ (element.querySelector(".card"));
      const words = { card: cardName(card), name: name(seat) };
      picture.setAttribute("aria-label", t(`web_kachuful.trick.${wins ? "winner" : "card"}`, words));
      picture.classList.toggle("last", wins);
      if (winner === null) delete picture.dataset.to;
      else picture.dataset.to = seatSelector(winner);
    },
  );
}

/**
 * @param {string} card
 * @param {number} seat
 * @param {string} key
 * @param {string} name
 */
function make(card, seat, key, name) {
  const picture = cardPicture(card);
  picture.dataset.flip = key;
  picture.dataset.from = seatSelector(seat);
  return el(
    "li",
    { class: "kf-played", dataset: { seat, test: `played-${card}` } },
    picture,
    el("span", { class: "card-by kf-by", "aria-hidden": "true", text: name }),
  );
}

/** How the plate of a seat is found. @param {number} seat */
export const seatSelector = (seat) => `.kf-seat[data-seat="${seat}"]`;
