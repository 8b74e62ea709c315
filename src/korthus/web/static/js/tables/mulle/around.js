/** What lies around the cloth: the other player's strip, the stock, what was taken, and the panel's frame. */

import { cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";
import { drawPieces } from "./cloth.js";

/** How many cards a seat has taken. */
export function createTaken() {
  const element = el("span", { class: "mulle-taken", role: "img" });
  /**
   * @param {number} seat
   * @param {number} number
   * @param {string} player
   */
  const show = (seat, number, player) => {
    element.dataset.taken = String(seat);
    element.dataset.test = `taken-${seat}`;
    element.classList.toggle("none", number === 0);
    element.textContent = String(number);
    element.setAttribute("aria-label", t("web_mulle.taken", { player, n: number }));
  };
  return { element, show };
}

/** The other player: name, hand, what was taken, and the points of both. */
export function createStrip() {
  const face = el("span", { class: "face-place" });
  const name = el("span", { class: "mulle-name" });
  const backs = el("div", { class: "mulle-backs", role: "img", dataset: { test: "their-hand" } });
  const taken = createTaken();
  const score = el("button", {
    type: "button",
    class: "mulle-score",
    popovertarget: "mulle-panel",
    dataset: { test: "score" },
  });
  const element = el("div", { class: "mulle-them" }, face, name, backs, taken.element, score);

  /** @param {{seat: number, player: string, pieces: import("../pieces.js").Piece[], toAct: boolean}} them */
  const show = ({ seat, player, pieces, toAct }) => {
    face.dataset.face = String(seat);
    name.textContent = player;
    element.classList.toggle("to-act", toAct);
    drawPieces(backs, pieces, { from: ".mulle-stock" });
    backs.style.setProperty("--n", String(Math.max(2, pieces.length)));
    const held = t("web_mulle.held", { player, n: pieces.length });
    const faces = pieces.flatMap(({ card }) => (card === null ? [] : cardName(card)));
    backs.setAttribute("aria-label", [held, ...faces].join(", "));
  };
  /**
   * @param {number} mine
   * @param {number} theirs
   */
  const showScore = (mine, theirs) => {
    score.replaceChildren(el("b", { text: String(mine) }), " – ", el("b", { text: String(theirs) }));
    score.setAttribute("aria-label", t("web_mulle.score_button", { mine, theirs }));
  };
  return { element, taken, show, showScore };
}

/** Where the session stands, and what is left in the stock. */
export function createFoot() {
  const where = el("span", { class: "where" });
  const number = el("span", { class: "number" });
  const deck = el("span", { class: "deck", "aria-hidden": "true" });
  const stock = el("span", { class: "mulle-stock" }, deck, number);
  /** @param {Mulle.View} view */
  const show = (view) => {
    const { omgang, omgangar, rond, ronder, stock: left } = view;
    const words = t("web_mulle.where", {
      omgang: Math.max(1, omgang),
      omgangar,
      rond: Math.max(1, rond),
      ronder,
    });
    if (where.textContent !== words) where.replaceChildren(...explained("mulle", words));
    number.textContent = t("web_mulle.stock", { n: left });
    stock.classList.toggle("none", left === 0);
    stock.title = t("web_mulle.stock_name", { n: left });
  };
  return { parts: [where, stock], show };
}

/** The frame of the score panel; what is in it is drawn by `drawPanel`. */
export function createPanel() {
  const body = el("div", { class: "mulle-panel-body" });
  const close = el("button", {
    type: "button",
    class: "button quiet mulle-close",
    popovertarget: "mulle-panel",
    popovertargetaction: "hide",
    text: t("web_mulle.close"),
    dataset: { test: "score-close" },
  });
  const element = el(
    "aside",
    { class: "mulle-panel", id: "mulle-panel", popover: "auto", "aria-label": t("web_mulle.score") },
    el("h2", { text: t("web_mulle.score") }),
    body,
    close,
  );
  return { element, body };
}
