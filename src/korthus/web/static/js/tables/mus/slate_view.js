/** The slate on the table: four lances in chalk, what stands on each, and the stones each has brought. */

// keys: web_mus.slate.* mus.breakdown.*

import { el, reconcile, setAttribute } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";
import { capital } from "./seat.js";
import { makeStones, showStones } from "./stones.js";

const COLUMNS = ["lance", "what", "won", "won"];
/** More stones than this are written as a number only. */
const MOST_DRAWN = 12;

/**
 * @typedef {import("./slate.js").Row} Row
 * @typedef {Mus.StonesScored|null} Scored
 */

/** A slate with `show(rows, order, name, scored)`. */
export function createSlate() {
  const heads = [el("th", { scope: "col" }), el("th", { scope: "col" })];
  const body = el("tbody");
  const element = el(
    "table",
    { class: "mus-slate", dataset: { test: "slate" } },
    el("caption", { class: "visually-hidden mus-words", text: t("web_mus.slate") }),
    el(
      "colgroup",
      {},
      COLUMNS.map((each) => el("col", { class: `mus-col-${each}` })),
    ),
    el("thead", {}, el("tr", {}, el("td", { colspan: 2 }), heads)),
    body,
  );

  return {
    element,
    /**
     * @param {Row[]} rows
     * @param {number[]} order the seats as their columns stand
     * @param {(seat: number) => string} name
     * @param {Scored} scored the StonesScored that is being counted
     */
    show(rows, order, name, scored) {
      order.forEach((seat, column) => {
        heads[column].textContent = name(seat);
      });
      reconcile(
        body,
        rows,
        (_, index) => index,
        makeRow,
        (line, row) => {
          line.setAttribute("class", stateOf(row, scored));
          line.dataset.test = `lance-${row.lance}`;
          setAttribute(line, "aria-current", row.now ? "step" : null);
          const [title, text, ...sides] = line.children;
          const lance = capital(t(`mus.breakdown.${row.lance}`));
          if (title.textContent !== lance) title.replaceChildren(...explained("mus", lance));
          text.textContent = whatStands(row, name);
          for (const [column, seat] of order.entries()) showSide(sides[column], row, seat, name(seat));
        },
      );
    },
  };
}

function makeRow() {
  const side = () =>
    el(
      "td",
      { class: "mus-won" },
      el("span", { class: "mus-has", "aria-hidden": "true" }),
      makeStones(),
      el("b", { "aria-hidden": "true" }),
      el("span", { class: "visually-hidden mus-words" }),
    );
  return el("tr", {}, el("th", { scope: "row" }), el("td", { class: "mus-what" }), side(), side());
}

/**
 * @param {Row} row
 * @param {Scored} scored
 */
function stateOf(row, scored) {
  if (scored?.lance === row.lance) return "counting";
  if (row.now) return row.bet?.ordago ? "now ordago" : "now";
  return row.settled || row.won.some(Boolean) ? "done" : "later";
}

/**
 * What stands on a lance, in words.
 * @param {Row} row
 * @param {NameOf} name
 */
function whatStands({ bet, settled, now }, name) {
  if (bet) {
    const from = { name: name(bet.seat), stones: bet.stake };
    return t(bet.ordago ? "web_mus.slate.ordago" : "web_mus.slate.bet", from);
  }
  if (settled) {
    const from = settled.seat === null ? "" : name(settled.seat);
    return t(`web_mus.slate.${settled.how}`, { name: from, stones: settled.stones });
  }
  return now ? "…" : "·";
}

/**
 * What one side said to have, and the stones it got.
 * @param {Element} cell
 * @param {Row} row
 * @param {number} seat
 * @param {string} name
 */
function showSide(cell, row, seat, name) {
  const has = row.has?.[seat] ?? null;
  const stones = row.won[seat];
  const [declared, heap, number, words] = cell.children;
  declared.toggleAttribute("hidden", has === null);
  declared.textContent = has ? "sí" : "no";
  declared.classList.toggle("not", has === false);
  showStones(heap, stones <= MOST_DRAWN ? stones : 0);
  number.textContent = stones ? String(stones) : "";
  const said = has === null ? [] : [t(has ? "web_mus.slate.yes" : "web_mus.slate.no", { name })];
  const won = stones ? [t("web_mus.slate.won", { n: stones, name })] : [];
  words.textContent = [...said, ...won].join(". ");
}
