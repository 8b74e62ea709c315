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

/**
 * A lane's elements and its drawing.
 *
 * @param {number} board 0 to 2
 * @param {object} hands
 * @param {(board: number) => void} hands.onPut the lane was tapped
 * @param {Function} hands.made a button for one of my cards is new; see `handFan`
 * @param {Function} hands.mark how one of my cards is marked; see `handFan`
 */
export function createLane(board, { onPut, made, mark }) {
  const letter = BOARDS[board];
  const kind = el("abbr", { class: "lane-kind" });
  const chip = el("span", { class: "lane-chips" });
  const result = el("span", { class: "lane-result" });
  const head = el("h3", { class: "lane-head" }, el("b", { text: letter }), kind, result, chip);
  const common = el("div", { class: "lane-common" });
  const commonSlots = slots(FULL_BOARD, "slots common-slots");
  const theirs = el("div", { class: "lane-theirs", role: "img", dataset: { test: `theirs-${letter}` } });
  const put = el("button", {
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
  const mineSlots = slots(4, "slots mine-slots");
  const fan = handFan([], { made, mark: (button, card) => mark(button, card, board) });
  const mine = el("div", { class: "lane-mine" }, mineSlots, put, fan);
  const myName = el("p", {
    class: "lane-name mine",
    "aria-live": "polite",
    dataset: { test: `name-${letter}` },
  });
  const theirName = el("p", { class: "lane-name theirs" });
  const element = el(
    "section",
    {
      class: "lane",
      "aria-label": t("web_eight.board", { board: letter }),
      dataset: { board: letter, test: `lane-${letter}` },
      on: { click: (event) => !event.target.closest("button") && onPut(board) },
    },
    head,
    theirs,
    el("div", { class: "lane-board" }, commonSlots, common),
    theirName,
    mine,
    myName,
  );

  function drawHead({ plo, winners, stake, name }) {
    const four = plo === null ? null : plo === board;
    const about = four ? "web_eight.plo_about" : "web_eight.nlhe_about";
    kind.textContent = four === null ? "" : t(four ? "web_eight.plo" : "web_eight.nlhe");
    setAttribute(kind, "title", four === null ? null : t(about));
    chip.replaceChildren();
    if (stake !== null) {
      chip.append(el("span", { class: "chips", text: String(stake), dataset: { flip: `chips-${letter}` } }));
      const only = winners.length === 1 ? winners[0] : null;
      chip.firstChild.dataset.from = ".eight-pot";
      if (only !== null) chip.firstChild.dataset.to = `[data-purse="${only}"]`;
    }
    result.textContent = winners.length === 2 ? t("web_eight.shared") : winners.map(name).join("");
  }

  function drawTheirs({ pieces, seat, name, turning }) {
    const unknown = pieces === null;
    theirs.classList.toggle("unknown", unknown);
    drawPieces(theirs, pieces ?? [], { from: ".eight-other", turning });
    const player = name(seat);
    const said = unknown
      ? t("web_eight.lane_unknown", { player, board: letter })
      : t("web_eight.lane_of", { player, board: letter, n: pieces.length });
    const faces = [...theirs.children].map((card) => card.getAttribute("aria-label")).filter(Boolean);
    theirs.setAttribute("aria-label", [said, ...faces].join(": "));
  }

  function drawMine({ pieces, room, putting, label }) {
    const open = pieces ?? [];
    const seen = open.filter((piece) => piece.card !== null);
    mine.dataset.room = room;
    for (const [at, slot] of [...mineSlots.children].entries()) slot.hidden = at >= room;
    fan.show(
      seen.map((piece) => piece.card),
      { label },
    );
    [...fan.firstChild.children].forEach((button, at) => {
      button.dataset.flip = seen[at].key;
      button.dataset.from = ".eight-hand";
    });
    drawHidden(open.filter((piece) => piece.card === null));
    put.hidden = !putting;
    setAttribute(put, "aria-label", putting || null);
  }

  const hidden = el("div", { class: "lane-hidden", "aria-hidden": "true" });
  mine.append(hidden);
  const drawHidden = (pieces) => drawPieces(hidden, pieces, { from: ".eight-hand" });

  function drawNames({ names, bottom, top, name, running }) {
    myName.textContent = names ? handWords(names[bottom]) : (running ?? "");
    const theirs = names && handWords(names[top]);
    theirName.textContent = names ? t("web_eight.has", { player: name(top), hand: theirs }) : "";
  }

  /** Draws the lane of a moment; see `#lane` in eight.js. */
  function show(moment) {
    element.classList.toggle("plo", moment.plo === board);
    element.classList.toggle("won", moment.winners.length === 1 && moment.winners[0] === moment.bottom);
    element.classList.toggle("lost", moment.winners.length === 1 && moment.winners[0] !== moment.bottom);
    element.classList.toggle("shared", moment.winners.length === 2);
    element.classList.toggle("target", Boolean(moment.putting));
    element.classList.toggle("busy", moment.busy);
    drawHead(moment);
    drawPieces(common, moment.common, { from: ".eight-pot", turning: true });
    drawTheirs({ pieces: moment.theirs, seat: moment.top, name: moment.name, turning: moment.turning });
    drawMine({ pieces: moment.mine, room: moment.room, putting: moment.putting, label: moment.label });
    drawNames(moment);
  }
  return { element, fan, put, show };
}
