/** Moments that are told in large over the table: something is settled, or won. Any key or tap goes on. */

import { el } from "../dom.js";
import { reduced } from "../motion.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";

/** The longest that a moment stays, in milliseconds. */
const LONGEST = 3000;
/** The part of a rest after which the next line comes. */
const BEAT = 0.35;

/**
 * @typedef {object} Telling
 * @property {string} title
 * @property {string} [about] a sentence below it
 * @property {string[]} [heads] who the columns belong to
 * @property {(string|number)[][]} [lines] each with a name and a value for each column; the last is the sum
 */

/**
 * Tells a moment: its lines come one after the other. Nobody who wants no motion, or no rests, is kept waiting;
 * the log says the same.
 * @param {import("./base.js").GameTable<any>} table
 * @param {Telling} telling
 * @returns {Promise<boolean>} whether it was told
 */
export async function tell(table, { title, about, heads = [], lines = [] }) {
  const pause = settings.get("trick_rest");
  if (table.isStill || reduced() || document.hidden || pause <= 0) return false;
  const body = el("tbody");
  const sheet = el(
    "div",
    { class: "telling", "aria-hidden": "true", dataset: { test: "telling" } },
    el("p", { class: "telling-title", text: title }),
    about && el("p", { text: about }),
    el("table", {}, el("thead", {}, headsRow(heads)), body),
  );
  let over = false;
  const goOn = () => {
    over = true;
    table.skip();
  };
  const beat = Math.min(BEAT * pause, LONGEST / 2 / Math.max(1, lines.length));
  for (const event of ["keydown", "pointerdown"]) document.addEventListener(event, goOn, { capture: true });
  table.append(sheet);
  try {
    for (const line of lines) {
      if (over) return true;
      body.append(row(line));
      sound("take");
      await table.pause(beat);
    }
    if (over) return true;
    sound("win");
    await table.pause(Math.min(2 * pause, LONGEST / 2));
    return true;
  } finally {
    for (const event of ["keydown", "pointerdown"]) {
      document.removeEventListener(event, goOn, { capture: true });
    }
    sheet.remove();
  }
}

/** @param {string[]} heads */
const headsRow = (heads) =>
  heads.length > 0 &&
  el(
    "tr",
    {},
    el("td"),
    heads.map((text) => el("th", { text })),
  );

/** @param {(string|number)[]} line */
const row = ([name, ...values]) =>
  el(
    "tr",
    {},
    el("th", { text: name }),
    values.map((value) => el("td", { text: value })),
  );
