/** The score panel: mulles by card, tabbe, intake on its way to the bonus, and the sheet by omgång. */

import { cardName, shortName } from "../../cards/card.js";
import { el } from "../../dom.js";
import { t } from "../../i18n.js";
import { explained } from "../../terms.js";

/** @typedef {Mulle.PublicSide} Side */

/**
 * The mulles of one card: how many there are, and what they score together.
 * @param {Side["mulle_sums"][number]} sum
 */
const mulleTag = ([card, number, score]) =>
  el(
    "li",
    {
      class: `card-text mulle-tag suit-${card[1]}`,
      "aria-label": `${cardName(card)}, ${t("web_mulle.points", { n: score })}`,
    },
    el("span", { text: shortName(card) + (number > 1 ? ` ×${number}` : "") }),
    el("small", { text: String(score) }),
  );

/** @param {Side} side */
function mulles(side) {
  if (!side.mulle_sums.length) return el("p", { class: "none", text: t("web_mulle.no_mulles") });
  return el("ul", { class: "mulle-tags" }, side.mulle_sums.map(mulleTag));
}

/**
 * Intake as a bar: full where the bonus begins, and what is beyond in another texture.
 * @param {Side} side
 * @param {number} bonusAbove
 * @param {string} name
 */
function intakeBar({ intake }, bonusAbove, name) {
  const scale = Math.max(bonusAbove, intake);
  /** @param {number} amount */
  const share = (amount) => `${(100 * amount) / scale}%`;
  const bar = el(
    "div",
    {
      class: "intake",
      role: "meter",
      "aria-label": `${name}: ${t("web_mulle.intake")}`,
      "aria-valuemin": "0",
      "aria-valuemax": String(scale),
      "aria-valuenow": String(intake),
      "aria-valuetext": t("web_mulle.intake_of", { n: intake, most: bonusAbove }),
    },
    el("span", { class: "intake-fill" }),
    el("span", { class: "intake-over" }),
  );
  bar.style.setProperty("--fill", share(Math.min(intake, bonusAbove)));
  bar.style.setProperty("--over", share(scale - bonusAbove));
  return bar;
}

/**
 * @param {string} name
 * @param {Child} value
 */
const fact = (name, value) =>
  el("div", { class: "fact" }, el("dt", {}, explained("mulle", name)), el("dd", {}, value));

/**
 * @param {Side} side
 * @param {{name: string, points: number, bonusAbove: number, mine: boolean}} facts
 */
function sideCard(side, { name, points, bonusAbove, mine }) {
  const { score } = side;
  const amount = t("web_mulle.intake_of", { n: side.intake, most: bonusAbove });
  return el(
    "section",
    { class: mine ? "mulle-side mine" : "mulle-side", "aria-label": name },
    el("h3", {}, el("span", { text: name }), el("strong", { text: String(points) })),
    el(
      "dl",
      {},
      fact(t("web_mulle.mulles"), mulles(side)),
      fact(t("web_mulle.tabbe"), el("span", { text: String(score.tabbe) })),
      fact(t("web_mulle.intake"), [
        intakeBar(side, bonusAbove, name),
        el("span", { class: "amount", text: amount }),
      ]),
      score.bonus > 0 && fact(t("web_mulle.bonus"), el("span", { text: `+${score.bonus}` })),
    ),
  );
}

/**
 * The points of each omgång, one row each, and their sum.
 * @param {Mulle.View} view
 * @param {number[]} order
 * @param {NameOf} name
 */
function sheet({ points, totals }, order, name) {
  /**
   * @param {string} head
   * @param {string[]} cells
   * @param {string} classes
   */
  const line = (head, cells, classes) =>
    el(
      "tr",
      { class: classes },
      el("th", { scope: "row", text: head }),
      cells.map((cell) => el("td", { text: cell })),
    );
  /** @param {number[]} row */
  const cellsOf = (row) => order.map((seat) => String(row[seat]));
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
      points.map((row, at) => line(String(at + 1), cellsOf(row), "")),
      line(t("web_mulle.total"), cellsOf(totals), "sum"),
    ),
  );
}

/**
 * Draws the panel.
 * @param {HTMLElement} body
 * @param {{view: Mulle.View, order: number[], name: NameOf}} moment
 */
export function drawPanel(body, { view, order, name }) {
  const { sides, totals, bonus_above: bonusAbove } = view;
  body.replaceChildren(
    ...order.map((seat, at) =>
      sideCard(sides[seat], { name: name(seat), points: totals[seat], bonusAbove, mine: at === 0 }),
    ),
    sheet(view, order, name),
  );
}

/**
 * How an omgång is settled, to be told line by line.
 *
 * @param {Mulle.OmgangEnded} ended
 * @param {number[]} order the seats as their columns stand
 * @param {NameOf} name
 */
export function settlement({ omgang, scores, totals }, order, name) {
  /**
   * @param {string} key
   * @param {keyof Mulle.Score} field
   */
  const line = (key, field) => [t(key), ...order.map((seat) => scores[seat][field])];
  return {
    title: t("web_mulle.settled", { omgang }),
    heads: order.map(name),
    lines: [
      line("web_mulle.mulles", "mulle"),
      line("web_mulle.tabbe", "tabbe"),
      line("web_mulle.bonus", "bonus"),
      [t("web_mulle.total"), ...order.map((seat) => totals[seat])],
    ],
  };
}
