/** One of the three boards as a lane: its cards, the other's cards, mine, and what the hands are called. */

import { cardBack, cardPicture } from "../../cards/card.js";
import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { handFan } from "../base.js";
import { BOARDS } from "./draft.js";
import { handWords } from "./words.js";

const FULL_BOARD = 5;

/** A card to look at, or a back. */
function pieceElement(piece) {
  const element = piece.card === null ? cardBack() : cardPicture(piece.card);
  element.dataset.flip = piece.key;
  return element;
}

/** Keeps one element for each piece; a piece that shows its face now turns over. */
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

/** Empty places behind cards. */
const slots = (number, classes) =>
  el(
    "span",
    { class: classes, "aria-hidden": "true" },
    Array.from({ length: number }, () => el("i", { class: "slot" })),
  );

/** A lane: its elements and their drawing. */
export class Lane {
  #board;
  #letter;
  #kind = el("abbr", { class: "lane-kind" });
  #chip = el("span", { class: "lane-chips" });
  #result = el("span", { class: "lane-result" });
  #common = el("div", { class: "lane-common" });
  #theirs;
  #theirName = el("p", { class: "lane-name theirs" });
  #mine;
  #mineSlots = slots(4, "slots mine-slots");
  #hidden = el("div", { class: "lane-hidden", "aria-hidden": "true" });
  #myName;

  /**
   * @param {number} board 0 to 2
   * @param {object} hands
   * @param {(board: number) => void} hands.onPut the lane was tapped
   * @param {(button: HTMLButtonElement) => void} hands.made a button for one of my cards is new; see `handFan`
   * @param {(button: HTMLButtonElement, card: string, board: number) => void} hands.mark how one of my cards is marked; see `handFan`
   */
  constructor(board, { onPut, made, mark }) {
    const letter = BOARDS[board];
    this.#board = board;
    this.#letter = letter;
    this.#theirs = el("div", { class: "lane-theirs", role: "img", dataset: { test: `theirs-${letter}` } });
    /** My cards in this lane. */
    this.fan = handFan([], { made, mark: (button, card) => mark(button, card, board) });
    /** The place where the chosen card can be put. */
    this.put = el("button", {
      type: "button",
      class: "lane-put",
      dataset: { test: `place-${letter}` },
      on: {
        click: (event) => {
          event.stopPropagation();
          onPut(board);
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

  #build(onPut) {
    const head = el("b", { text: this.#letter });
    return el(
      "section",
      {
        class: "lane",
        "aria-label": t("web_eight.board", { board: this.#letter }),
        dataset: { board: this.#letter, test: `lane-${this.#letter}` },
        on: { click: (event) => !event.target.closest("button") && onPut(this.#board) },
      },
      el("h3", { class: "lane-head" }, head, this.#kind, this.#result, this.#chip),
      this.#theirs,
      el("div", { class: "lane-board" }, slots(FULL_BOARD, "slots common-slots"), this.#common),
      this.#theirName,
      this.#mine,
      this.#myName,
    );
  }

  /** Draws the lane of a moment; see `#lane` in index.js. */
  show(moment) {
    const { classList } = this.element;
    classList.toggle("plo", moment.plo === this.#board);
    classList.toggle("won", moment.winners.length === 1 && moment.winners[0] === moment.bottom);
    classList.toggle("lost", moment.winners.length === 1 && moment.winners[0] !== moment.bottom);
    classList.toggle("shared", moment.winners.length === 2);
    classList.toggle("target", Boolean(moment.putting));
    classList.toggle("busy", moment.busy);
    this.#drawHead(moment);
    drawPieces(this.#common, moment.common, { from: ".eight-pot", turning: true });
    this.#drawTheirs({ pieces: moment.theirs, seat: moment.top, name: moment.name, turning: moment.turning });
    this.#drawMine({ pieces: moment.mine, room: moment.room, putting: moment.putting, label: moment.label });
    this.#drawNames(moment);
  }

  #drawHead({ plo, winners, stake, name }) {
    const four = plo === null ? null : plo === this.#board;
    const about = four ? "web_eight.plo_about" : "web_eight.nlhe_about";
    this.#kind.textContent = four === null ? "" : t(four ? "web_eight.plo" : "web_eight.nlhe");
    setAttribute(this.#kind, "title", four === null ? null : t(about));
    this.#chip.replaceChildren();
    if (stake !== null) {
      const dataset = { flip: `chips-${this.#letter}`, from: ".eight-pot" };
      const chips = el("span", { class: "chips", text: String(stake), dataset });
      if (winners.length === 1) chips.dataset.to = `[data-purse="${winners[0]}"]`;
      this.#chip.append(chips);
    }
    this.#result.textContent = winners.length === 2 ? t("web_eight.shared") : winners.map(name).join("");
  }

  #drawTheirs({ pieces, seat, name, turning }) {
    const unknown = pieces === null;
    this.#theirs.classList.toggle("unknown", unknown);
    drawPieces(this.#theirs, pieces ?? [], { from: ".eight-other", turning });
    const player = name(seat);
    const board = this.#letter;
    const said = unknown
      ? t("web_eight.lane_unknown", { player, board })
      : t("web_eight.lane_of", { player, board, n: pieces.length });
    const faces = [...this.#theirs.children].map((card) => card.getAttribute("aria-label")).filter(Boolean);
    this.#theirs.setAttribute("aria-label", [said, ...faces].join(": "));
  }

  #drawMine({ pieces, room, putting, label }) {
    const open = pieces ?? [];
    const seen = open.filter((piece) => piece.card !== null);
    this.#mine.dataset.room = room;
    for (const [at, slot] of [...this.#mineSlots.children].entries())
      slot.toggleAttribute("hidden", at >= room);
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
      open.filter((piece) => piece.card === null),
      { from: ".eight-hand" },
    );
    this.put.hidden = !putting;
    setAttribute(this.put, "aria-label", putting || null);
  }

  #drawNames({ names, bottom, top, name, running }) {
    this.#myName.textContent = names ? handWords(names[bottom]) : (running ?? "");
    const theirs = names && handWords(names[top]);
    this.#theirName.textContent = names ? t("web_eight.has", { player: name(top), hand: theirs }) : "";
  }
}
