/** The score panel: mulles by card, tabbe, intake on its way to the bonus, and the sheet by omgång. */

import { cardName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { mullePoints, rowsOf, sideScore, THRESHOLD, total } from "./score.js";
import { pretty } from "./values.js";

/** Each card in the order of the deck, with how many mulles of it there are. */
function counted(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return [...found];
}

const mulleTag = (card, number, options) =>
  el(
    "li",
    {
      class: `mulle-tag suit-${card[1]}`,
      "aria-label": `${cardName(card)}, ${t("web_mulle.points", { n: number * mullePoints(card, options) })}`,
    },
    el("span", { text: pretty(card) + (number > 1 ? ` ×${number}` : "") }),
    el("small", { text: String(number * mullePoints(card, options)) }),
  );

function mulles(side, options) {
  if (!side.mulles.length) return el("p", { class: "none", text: t("web_mulle.no_mulles") });
  return el(
    "ul",
    { class: "mulle-tags" },
    counted(side.mulles).map(([card, number]) => mulleTag(card, number, options)),
  );
}

/** Intake as a bar: full at the threshold, and what is beyond in another texture. */
function intakeBar(side, name) {
  const over = Math.max(0, side.intake - THRESHOLD);
  const bar = el(
    "div",
    {
      class: "intake",
      role: "meter",
      "aria-label": `${name}: ${t("web_mulle.intake")}`,
      "aria-valuemin": "0",
      "aria-valuemax": String(Math.max(THRESHOLD, side.intake)),
      "aria-valuenow": String(side.intake),
      "aria-valuetext": t("web_mulle.intake_of", { n: side.intake }),
    },
    el("span", { class: "intake-fill" }),
    el("span", { class: "intake-over" }),
  );
  const scale = Math.max(THRESHOLD, side.intake);
  bar.style.setProperty("--fill", `${(100 * Math.min(side.intake, THRESHOLD)) / scale}%`);
  bar.style.setProperty("--over", `${(100 * over) / scale}%`);
  return bar;
}

const fact = (name, value, about) =>
  el("div", { class: "fact", title: about }, el("dt", { text: name }), el("dd", {}, value));

function sideCard(side, { name, points, options, mine }) {
  const score = sideScore(side, options);
  const amount = t("web_mulle.intake_of", { n: side.intake });
  return el(
    "section",
    { class: mine ? "mulle-side mine" : "mulle-side", "aria-label": name },
    el("h3", {}, el("span", { text: name }), el("strong", { text: String(points) })),
    el(
      "dl",
      {},
      fact(t("web_mulle.mulles"), mulles(side, options), t("web_mulle.mulles_about")),
      fact(t("web_mulle.tabbe"), el("span", { text: String(score.tabbe) }), t("web_mulle.tabbe_about")),
      fact(
        t("web_mulle.intake"),
        [intakeBar(side, name), el("span", { class: "amount", text: amount })],
        t("web_mulle.intake_about"),
      ),
      score.bonus > 0 && fact(t("web_mulle.bonus"), el("span", { text: `+${score.bonus}` }), null),
    ),
  );
}

/** The points of each omgång, one row each, and their sum. */
function sheet(rows, order, name, options) {
  const points = (row, seat) => total([row[seat]], { ...options, bonus_scope: "omgang" });
  const line = (head, cells, classes) =>
    el(
      "tr",
      { class: classes },
      el("th", { scope: "row", text: head }),
      cells.map((cell) => el("td", { text: cell })),
    );
  const sums = order.map((seat) =>
    String(
      total(
        rows.map((row) => row[seat]),
        options,
      ),
    ),
  );
  return el(
    "table",
    { class: "mulle-sheet" },
    el("caption", { text: t("web_mulle.sheet") }),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col", text: t("web_mulle.omgang") }),
        order.map((seat) => el("th", { scope: "col", text: name(seat) })),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map((row, at) =>
        line(
          String(at + 1),
          order.map((seat) => String(points(row, seat))),
          "",
        ),
      ),
      line(t("web_mulle.total"), sums, "sum"),
    ),
  );
}

/** Both seats' points in the session so far. */
export const standing = (view, options) => {
  const rows = rowsOf(view, options);
  return [0, 1].map((seat) =>
    total(
      rows.map((row) => row[seat]),
      options,
    ),
  );
};

/**
 * Draws the panel.
 *
 * @param {HTMLElement} body
 * @param {{view: object, options: object, order: number[], name: (seat: number) => string}} moment
 */
export function drawPanel(body, { view, options, order, name }) {
  const points = standing(view, options);
  body.replaceChildren(
    ...order.map((seat, at) =>
      sideCard(view.sides[seat], { name: name(seat), points: points[seat], options, mine: at === 0 }),
    ),
    sheet(rowsOf(view, options), order, name, options),
  );
}
