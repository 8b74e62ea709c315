/** One of the three boards as a lane: its cards, the other's cards, mine, and what the hands are called. */

import { cardBack, cardPicture } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";
import { handFan } from "../fan.js";
import { BOARDS } from "./draft.js";
import { handWords } from "./words.js";

/**
 * @typedef {import("./scene.js").Piece} Piece
 *
 * @typedef {object} Moment what a lane shows
 * @property {number} bottom the seat at the bottom
 * @property {number} top
 * @property {NameOf} name
 * @property {number|null} plo the Omaha board
 * @property {number[]} winners
 * @property {number|null} stake what lies beside the board while it is being paid
 * @property {Eight.HandName[]|null} names what the seats have, once that is decided
 * @property {string[]} makes the cards of the winning hand, once that is decided
 * @property {string|null} running what my cards make so far
 * @property {Piece[]} common
 * @property {Piece[]|null} theirs
 * @property {Piece[]|null} mine
 * @property {number} size how many cards the board has in the end
 * @property {number} room how many of my cards may lie here
 * @property {string|null} putting what putting the chosen card here is called, if it can be put
 * @property {string} label what my cards here are called
 * @property {boolean} turning whether cards are being turned up
 * @property {boolean} busy whether something happens on this board
 */

/** A card to look at, or a back. @param {Piece} piece */
function pieceElement(piece) {
  const element = piece.card === null ? cardBack() : cardPicture(piece.card);
  element.dataset.flip = piece.key;
  return element;
}

/**
 * Keeps one element for each piece; a piece that shows its face now turns over.
 * @param {Element} parent
 * @param {Piece[]} pieces
 * @param {{from: string, turning?: boolean}} how
 */
export function drawPieces(parent, pieces, { from, turning = false }) {
  reconcile(
    parent,
    pieces,
    (piece) => `${piece.key}${piece.card ?? ""}`,
    (piece) => {
      const element = pieceElement(piece);
      element.classList.toggle("turning", turning && piece.card !== null);
      return element;
    },
    (element) => setAttribute(element, "data-from", from),
  );
}

/**
 * Where empty places lie behind cards.
 * @param {string} classes
 */
const slots = (classes) => el("span", { class: classes, "aria-hidden": "true" });

/**
 * Shows a number of empty places.
 * @param {Element} parent
 * @param {number} number
 */
function drawSlots(parent, number) {
  if (parent.childElementCount === number) return;
  parent.replaceChildren(...Array.from({ length: number }, () => el("i", { class: "slot" })));
}

/** A lane: its elements and their drawing. */
export class Lane {
  #board;
  #letter;
  #kind = el("span", { class: "lane-kind" });
  #chip = el("span", { class: "lane-chips" });
  #result = el("span", { class: "lane-result" });
  #commonSlots = slots("slots common-slots");
  #common = el("div", { class: "lane-common" });
  #theirs;
  #theirName = el("p", { class: "lane-name theirs" });
  #mine;
  #mineSlots = slots("slots mine-slots");
  #hidden = el("div", { class: "lane-hidden", "aria-hidden": "true" });
  #myName;

  /**
   * @param {number} board 0 to 2
   * @param {Pick<import("../fan.js").FanOptions, "made"|"mark"> & {onPut: () => void}} options `onPut`: the
   *   lane was tapped; the others are for my cards, see `handFan`
   */
  constructor(board, { onPut, ...options }) {
    const letter = BOARDS[board];
    this.#board = board;
    this.#letter = letter;
    this.#theirs = el("div", { class: "lane-theirs", role: "img", dataset: { test: `theirs-${letter}` } });
    /** My cards in this lane. */
    this.fan = handFan([], options);
    /** The place where the chosen card can be put. */
    this.put = el("button", {
      type: "button",
      class: "lane-put",
      dataset: { test: `place-${letter}` },
      on: {
        click: (event) => {
          event.stopPropagation();
          onPut();
        },
      },
    });
    this.#mine = el("div", { class: "lane-mine" }, this.#mineSlots, this.put, this.fan, this.#hidden);
    this.#myName = el("p", {
      class: "lane-name mine",
      "aria-live": "polite",
      dataset: { test: `name-${letter}` },
    });
    this.element = this.#build(onPut);
  }

  /** @param {() => void} onPut */
  #build(onPut) {
    const head = el("b", { text: this.#letter });
    return el(
      "section",
      {
        class: "lane",
        "aria-label": t("web_eight.board", { board: this.#letter }),
        dataset: { board: this.#letter, test: `lane-${this.#letter}` },
        on: { click: (event) => !event.target.closest("button") && onPut() },
      },
      el("h3", { class: "lane-head" }, head, this.#kind, this.#result, this.#chip),
      this.#theirs,
      el("div", { class: "lane-board" }, this.#commonSlots, this.#common),
      this.#theirName,
      this.#mine,
      this.#myName,
    );
  }

  /** Draws the lane of a moment. @param {Moment} moment */
  show(moment) {
    const { classList } = this.element;
    classList.toggle("plo", moment.plo === this.#board);
    classList.toggle("won", moment.winners.length === 1 && moment.winners[0] === moment.bottom);
    classList.toggle("lost", moment.winners.length === 1 && moment.winners[0] !== moment.bottom);
    classList.toggle("shared", moment.winners.length === 2);
    classList.toggle("target", Boolean(moment.putting));
    classList.toggle("busy", moment.busy);
    this.#drawHead(moment);
    drawSlots(this.#commonSlots, moment.size);
    drawPieces(this.#common, moment.common, { from: ".eight-pot", turning: true });
    this.#drawTheirs(moment);
    this.#drawMine(moment);
    this.#drawNames(moment);
    this.#drawMakes(moment);
  }

  /** The cards that make the winning hand stand out. @param {Moment} moment */
  #drawMakes({ makes }) {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-card]"));
    for (const card of cards) card.classList.toggle("makes", makes.includes(card.dataset.card ?? ""));
  }

  /** @param {Moment} moment */
  #drawHead({ plo, winners, stake, name }) {
    const four = plo === null ? null : plo === this.#board;
    const kind = four === null ? "" : t(four ? "web_eight.plo" : "web_eight.nlhe");
    if (this.#kind.textContent !== kind) this.#kind.replaceChildren(...explained("eight", kind));
    this.#chip.replaceChildren();
    if (stake !== null) {
      const dataset = { flip: `chips-${this.#letter}`, from: ".eight-pot" };
      const chips = el("span", { class: "chips", text: String(stake), dataset });
      if (winners.length === 1) chips.dataset.to = `[data-purse="${winners[0]}"]`;
      this.#chip.append(chips);
    }
    this.#result.textContent = winners.length === 2 ? t("web_eight.shared") : winners.map(name).join("");
  }

  /** @param {Moment} moment */
  #drawTheirs({ theirs, top, name, turning }) {
    this.#theirs.classList.toggle("unknown", theirs === null);
    drawPieces(this.#theirs, theirs ?? [], { from: ".eight-other", turning });
    const player = name(top);
    const board = this.#letter;
    const said =
      theirs === null
        ? t("web_eight.lane_unknown", { player, board })
        : t("web_eight.lane_of", { player, board, n: theirs.length });
    const faces = [...this.#theirs.children].map((card) => card.getAttribute("aria-label")).filter(Boolean);
    this.#theirs.setAttribute("aria-label", [said, ...faces].join(": "));
  }

  /** @param {Moment} moment */
  #drawMine({ mine, room, putting, label }) {
    const lying = mine ?? [];
    const seen = lying.flatMap(({ key, card }) => (card === null ? [] : { key, card }));
    this.#mine.dataset.room = String(room);
    drawSlots(this.#mineSlots, room);
    this.fan.show(
      seen.map((piece) => piece.card),
      { label },
    );
    for (const [at, button] of this.fan.buttons().entries()) {
      button.dataset.flip = seen[at].key;
      button.dataset.from = ".eight-hand";
    }
    drawPieces(
      this.#hidden,
      lying.filter((piece) => piece.card === null),
      { from: ".eight-hand" },
    );
    this.put.hidden = !putting;
    setAttribute(this.put, "aria-label", putting);
  }

  /** @param {Moment} moment */
  #drawNames({ names, bottom, top, name, running }) {
    this.#myName.textContent = names ? handWords(names[bottom]) : (running ?? "");
    this.#theirName.textContent = names
      ? t("web_eight.has", { player: name(top), hand: handWords(names[top]) })
      : "";
  }
}
