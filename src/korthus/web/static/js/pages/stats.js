/** One's own games: results by game and opponent, how scores spread, how the rating went. */

import { get } from "../api.js";
import { el } from "../dom.js";
import { has, language, number, t } from "../i18n.js";
import { barPlot, dataTable, histogram, linePlot } from "../plots.js";
import { playerToken } from "../store.js";
import { gameTitle } from "./parts/games.js";
import { sheetOf } from "./parts/sheets.js";
import { ratingText, toDate } from "./parts/words.js";

// keys: web_home.level.*

/**
 * @param {number} won
 * @param {number} played
 */
const share = (won, played) => number(won / played, { style: "percent", maximumFractionDigits: 0 });

/** @param {HTMLElement} root */
export default async function mount(root) {
  const { stats } = await get("/api/me", { bearer: await playerToken() });
  const games = Object.entries(stats.by_game).filter(([, facts]) => facts.played > 0);
  const page = el("div", { class: "page stats" }, el("h1", { text: t("web_home.stats") }));
  root.append(page);
  if (games.length === 0) {
    page.append(
      el(
        "section",
        { class: "sheet stack" },
        el("p", { text: t("web_home.stats.none") }),
        el("a", { class: "button primary", href: "/", text: t("web_home.stats.play") }),
      ),
    );
    return;
  }
  const width = Math.min(880, page.clientWidth - 64);
  page.append(overview(games, width), ...games.map(([name, facts]) => gameSection(name, facts, width)));
}

/**
 * @param {Json[]} games
 * @param {number} width
 */
function overview(games, width) {
  const rows = games.map(([name, { played, won }]) => [
    gameTitle(name),
    number(played),
    number(won),
    share(won, played),
  ]);
  return sheetOf(
    "stack",
    t("web_home.stats.all"),
    dataTable(
      t("web_home.stats.all"),
      [
        t("web_home.stats.game"),
        t("web_home.stats.played"),
        t("web_home.stats.won"),
        t("web_home.stats.share"),
      ],
      rows,
    ),
    games.length > 1
      ? barPlot({
          title: t("web_home.stats.share_by_game"),
          about: "",
          unit: "%",
          width,
          rows: games.map(([name, { played, won }]) => ({
            label: gameTitle(name),
            value: (100 * won) / played,
          })),
        })
      : null,
  );
}

/**
 * @param {string} name
 * @param {Json} more
 * @param {number} width
 */
function gameSection(name, { played, won, scores, opponents, ratings }, width) {
  const title = gameTitle(name);
  return el(
    "section",
    { class: "sheet stack", dataset: { test: `stats-${name}` } },
    el("h2", { text: title }),
    el("p", {
      text: t("web_home.stats.line", { played: number(played), won: number(won), share: share(won, played) }),
    }),
    ratings.length > 0 &&
      el("p", {
        text: t("web_home.rating.mine", { game: title, rating: ratingText(ratings.at(-1)) }),
        dataset: { test: `rating-${name}` },
      }),
    ratings.length > 0 && el("p", { class: "small soft", text: t("web_home.rating.about") }),
    el(
      "div",
      { class: "stats-plots" },
      scores.length > 0
        ? histogram({
            title: t("web_home.stats.scores", { game: title }),
            about: t("web_home.stats.scores.about"),
            values: scores,
            xLabel: t("web_home.stats.score"),
            yLabel: t("web_home.stats.games"),
            width: half(width),
          })
        : null,
      ratings.length > 1 ? ratingPlot(title, ratings, half(width)) : null,
    ),
    el("h3", { text: t("web_home.stats.opponents") }),
    dataTable(
      `${title}: ${t("web_home.stats.opponents")}`,
      [
        t("web_home.stats.opponent"),
        t("web_home.stats.played"),
        t("web_home.stats.won"),
        t("web_home.stats.share"),
      ],
      Object.entries(opponents)
        .sort(([, a], [, b]) => b.played - a.played)
        .map(([opponent, facts]) => [
          opponentName(opponent),
          number(facts.played),
          number(facts.won),
          share(facts.won, facts.played),
        ]),
    ),
  );
}

/** What an opponent is called: a person by name, a computer by its level. @param {string} opponent */
const opponentName = (opponent) =>
  has(`web_home.level.${opponent}`) ? t(`web_home.level.${opponent}`) : opponent;

/** @param {number} width */
const half = (width) => (width > 700 ? width / 2 - 8 : width);

/**
 * @param {string} game
 * @param {Json} ratings
 * @param {number} width
 */
function ratingPlot(game, ratings, width) {
  const day = (/** @type {number} */ at) => {
    const rating = ratings[Math.round(at) - 1];
    return rating
      ? toDate(rating.when).toLocaleDateString(language(), { day: "numeric", month: "numeric" })
      : "";
  };
  return linePlot({
    title: t("web_home.stats.rating", { game }),
    about: t("web_home.stats.rating.about"),
    series: [
      {
        name: t("web_home.stats.ordinal"),
        points: ratings.map((/** @type {Json} */ { rating }, /** @type {number} */ index) => [
          index + 1,
          rating,
        ]),
      },
    ],
    xLabel: t("web_home.stats.when"),
    yLabel: t("web_home.stats.ordinal"),
    xText: day,
    width,
  });
}
