/** All puzzles: the one of the day, those of each game, and how the person stands. */

import { get } from "../api.js";
import { linkButton } from "../controls.js";
import { el } from "../dom.js";
import { language, number, t } from "../i18n.js";
import { answered, solver } from "../solving.js";
import { loadStyle } from "../styles.js";
import { gameTitle } from "./parts/games.js";
import { pageOf } from "./parts/sheets.js";

/** @param {HTMLElement} root */
export default async function mount(root) {
  const style = loadStyle(new URL("../../css/puzzles.css", import.meta.url).href);
  const [all] = await Promise.all([get(`/api/puzzles?lang=${language()}`), style]);
  root.append(
    pageOf(
      "puzzles",
      t("web_puzzles.title"),
      t("web_puzzles.about"),
      standing(),
      el("div", { class: "puzzle-sheets" }, dailySheet(all), all.games.map(gameSheet)),
    ),
  );
}

/** How well the person solves; nothing before the first answer. */
function standing() {
  const person = solver();
  if (!person) return null;
  const figure = (/** @type {string} */ key, /** @type {number} */ value) =>
    el(
      "div",
      {},
      el("dt", { text: t(key) }),
      el("dd", { class: "numbers", text: number(Math.round(value)) }),
    );
  return el(
    "dl",
    { class: "puzzle-standing", dataset: { test: "standing" } },
    figure("web_puzzles.rating", person.rating),
    figure("web_puzzles.solved", person.solved),
    figure("web_puzzles.streak", person.streak),
    figure("web_puzzles.longest", person.longest),
    figure("web_puzzles.days", person.days),
  );
}

/**
 * A link of a sheet, which says by itself what it leads to.
 * @param {string} href
 * @param {string} text
 * @param {string} what
 * @param {string} test
 * @param {string} look
 */
const wayTo = (href, text, what, test, look = "") =>
  linkButton(href, text, test, look, { "aria-label": `${text}: ${what}` });

/** @param {Json} all */
function dailySheet({ game, id, date }) {
  const done = answered(game).includes(id);
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" });
  return el(
    "section",
    { class: "sheet puzzle-sheet daily", "aria-labelledby": "daily-puzzle" },
    el("h2", { id: "daily-puzzle", text: t("web_puzzles.daily") }),
    el("p", { class: "soft", text: `${gameTitle(game)}, ${when.format(new Date(`${date}T00:00:00Z`))}` }),
    el("p", { text: t(done ? "web_puzzles.daily.done" : "web_puzzles.daily.about") }),
    wayTo("/puzzles/daily", t("web_puzzles.solve"), t("web_puzzles.daily"), "puzzle-daily", "primary"),
  );
}

/** @param {Json} facts */
function gameSheet({ game, count, proof }) {
  const title = gameTitle(game);
  const links = [
    wayTo(`/puzzles/${game}`, t("web_puzzles.solve"), title, `puzzle-${game}`, "primary"),
    wayTo(`/analysis/${game}`, t("web_puzzles.analysis"), title, `analysis-${game}`),
  ];
  return el(
    "section",
    { class: "sheet puzzle-sheet", "aria-labelledby": `puzzles-${game}` },
    el("h2", { id: `puzzles-${game}`, text: title }),
    el("p", {
      class: "soft numbers",
      text: t("web_puzzles.count", { done: answered(game).length, n: count }),
    }),
    el("p", { class: "small soft", text: proof }),
    el("div", { class: "rows" }, links),
  );
}
