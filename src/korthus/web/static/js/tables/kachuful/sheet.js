/** The score sheet: a paper slip with a line for each round; bid, tricks and points for each player. */

import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** A new, empty slip; `show(scene, names)` writes it. */
export function createSheet() {
  const head = el("tr");
  const body = el("tbody");
  const foot = el("tr");
  const element = el(
    "table",
    { class: "kf-slip", dataset: { test: "sheet" } },
    el("caption", { text: t("web_kachuful.sheet") }),
    el("thead", {}, head),
    body,
    el("tfoot", {}, foot),
  );
  let round = 0;

  return {
    element,
    /**
     * @param {Scene} scene
     * @param {string[]} names by seat
     */
    show(scene, names) {
      element.style.setProperty("--players", String(names.length));
      element.classList.toggle("many", names.length > 4);
      cells(head, [t("web_kachuful.sheet.cards"), ...names], "col");
      reconcile(
        body,
        scene.schedule,
        (_, index) => index,
        () => el("tr"),
        (line, cards, index) => showLine(line, cards, index, scene, names.length),
      );
      cells(foot, [t("web_kachuful.sheet.total"), ...scene.totals.map(String)], "row");
      [...foot.children].slice(1).forEach((cell, seat) => {
        cell.classList.toggle("leads", scene.ahead.includes(seat));
      });
      if (scene.round !== round) {
        round = scene.round;
        reveal(body.children[round - 1]);
      }
    },
  };
}

/** Scrolls the sheet, and nothing but the sheet, to a line. @param {Element|undefined} line */
function reveal(line) {
  const page = line?.closest("aside, [role=region]");
  if (page && line instanceof HTMLElement)
    page.scrollTop = Math.max(0, line.offsetTop - page.clientHeight / 2);
}

/**
 * A line of headings: all of them for columns, or one for a row and then its values.
 * @param {HTMLElement} line
 * @param {string[]} texts
 * @param {"col"|"row"} scope
 */
function cells(line, texts, scope) {
  reconcile(
    line,
    texts,
    (_, column) => column,
    (_, column) => {
      const heads = scope === "col" || column === 0;
      return el(heads ? "th" : "td", heads ? { scope } : {}, el("span"));
    },
    (cell, text) => {
      fill(cell.firstElementChild, text);
    },
  );
}

/**
 * @param {HTMLElement} line
 * @param {number} cards
 * @param {number} index
 * @param {Scene} scene
 * @param {number} players
 */
function showLine(line, cards, index, scene, players) {
  const done = scene.sheet[index] ?? null;
  const now = index === scene.round - 1 && !done;
  line.setAttribute("class", done ? "done" : now ? "now" : "later");
  const dealt = t("kachuful.head.cards", { n: cards });
  const label = t("web_kachuful.sheet.round", { round: index + 1, cards: dealt });
  const items = [null, ...Array(players).keys()];
  reconcile(
    line,
    items,
    (_, column) => column,
    (seat) => (seat === null ? heading() : el("td")),
    (cell, seat) => {
      if (seat === null) {
        fill(cell.firstElementChild, String(cards));
        fill(cell.lastElementChild, label);
      } else if (done) {
        const [bid, won, points] = [done.bids[seat], done.won[seat], done.points[seat]];
        write(cell, { bid, won, points, hit: done.hits[seat] });
      } else if (now && scene.bids[seat] !== null) {
        write(cell, { bid: scene.bids[seat], won: scene.won[seat], points: null });
      } else {
        cell.setAttribute("class", "");
        cell.replaceChildren();
      }
    },
  );
}

const heading = () =>
  el(
    "th",
    { scope: "row" },
    el("span", { "aria-hidden": "true" }),
    el("span", { class: "visually-hidden kf-words" }),
  );

/**
 * @param {HTMLElement} cell
 * @param {{bid: number|null, won: number, points: number|null, hit?: boolean}} said
 */
function write(cell, { bid, won, points, hit = false }) {
  const scored = points !== null;
  cell.setAttribute("class", scored ? (hit ? "hit" : "miss") : "");
  const text = t("web_kachuful.sheet.cell", { bid, won, points: scored ? points : "–" });
  cell.replaceChildren(
    el("span", { class: "visually-hidden kf-words", text }),
    el("b", { "aria-hidden": "true", text: scored ? String(points).replace("-", "−") : "" }),
    el("small", { "aria-hidden": "true", text: `${won}/${bid}` }),
  );
}

/**
 * @param {Element|null} part
 * @param {string} text
 */
function fill(part, text) {
  if (part) part.textContent = text;
}
