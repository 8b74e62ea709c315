/** Both hands: the own one as a fan, or as backs for who may not see it; the other one as backs. */

import { cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { handFan } from "../fan.js";
import { drawPieces } from "./lane.js";

/**
 * @typedef {import("./scene.js").Scene} Scene
 * @typedef {import("./scene.js").Piece} Piece
 */

const DECK = ".eight-pot";

export class Hands {
  #fan;
  #backs = el("div", { class: "eight-backs", role: "img" });
  /** The place of the own hand, where cards are brought back to. */
  mine;
  theirs = el("div", { class: "eight-other", role: "img", dataset: { test: "their-hand" } });

  /** @param {Pick<import("../fan.js").FanOptions, "made"|"mark">} options see `handFan` */
  constructor(options) {
    this.#fan = handFan([], { label: t("web_eight.hand"), ...options });
    this.mine = el("div", { class: "eight-hand" }, this.#fan, this.#backs);
  }

  /**
   * @param {Scene} scene
   * @param {{seat: number|null, bottom: number, name: NameOf}} table
   */
  show(scene, { seat, bottom, name }) {
    const top = 1 - bottom;
    const label = seat === null ? t("web_eight.hand_of", { player: name(bottom) }) : t("web_eight.hand");
    this.#showMine(scene.hands[bottom], label, name(bottom));
    this.#showTheirs(scene.hands[top], name(top));
  }

  /**
   * @param {Piece[]} pieces
   * @param {string} label
   * @param {string} player
   */
  #showMine(pieces, label, player) {
    const cards = pieces.flatMap(({ card }) => card ?? []);
    const open = cards.length === pieces.length;
    this.#fan.hidden = !open || cards.length === 0;
    this.#backs.hidden = open;
    if (!open) {
      drawPieces(this.#backs, pieces, { from: DECK });
      this.#backs.setAttribute("aria-label", nameOf(player, pieces));
      return;
    }
    this.#fan.show(cards, { label });
    for (const [at, button] of this.#fan.buttons().entries()) {
      button.dataset.flip = pieces[at].key;
      button.dataset.from = DECK;
    }
  }

  /**
   * @param {Piece[]} pieces
   * @param {string} player
   */
  #showTheirs(pieces, player) {
    drawPieces(this.theirs, pieces, { from: DECK });
    this.theirs.hidden = pieces.length === 0;
    const open = pieces.some(({ card }) => card !== null);
    this.theirs.classList.toggle("open", open);
    this.theirs.setAttribute("aria-label", nameOf(player, pieces));
  }
}

/**
 * What a hand is called by a screen reader.
 * @param {string} player
 * @param {Piece[]} pieces
 */
function nameOf(player, pieces) {
  const faces = pieces.flatMap(({ card }) => (card === null ? [] : cardName(card)));
  return [`${t("web_eight.hand_of", { player })}: ${pieces.length}`, ...faces].join(", ");
}
