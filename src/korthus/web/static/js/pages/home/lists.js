/** Open tables and one's own games, kept fresh while somebody looks. */

import { get } from "../../api.js";
import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { playerToken } from "../../store.js";
import { gameTitle } from "../parts/games.js";
import { askName } from "../parts/person.js";
import { note, trying } from "../parts/say.js";
import { momentText, playersText, resultWord, scoreText } from "../parts/words.js";
import { joinTable } from "./open.js";

const EVERY = 8000;
const FINISHED_SHOWN = 8;

/** The lists, and `start`, which keeps them fresh until the function it returns is called. */
export function gamesLists() {
  const mine = list("web_home.mine", "web_home.mine.none", "mine");
  const open = list("web_home.tables", "web_home.tables.none", "open-tables");
  const done = list("web_home.finished", "web_home.finished.none", "finished");

  async function refresh() {
    const bearer = await playerToken();
    const [tables, me] = await Promise.all([get("/api/tables"), get("/api/me", { bearer })]);
    const own = new Set(me.games.map((/** @type {Json} */ game) => game.code));
    open.show(
      tables.filter((/** @type {Json} */ table) => !own.has(table.code)),
      openRow,
    );
    mine.show(
      me.games
        .filter((/** @type {Json} */ game) => !game.over)
        .sort((/** @type {Json} */ a, /** @type {Json} */ b) => b.my_turn - a.my_turn),
      goingRow,
    );
    done.show(me.games.filter((/** @type {Json} */ game) => game.over).slice(0, FINISHED_SHOWN), finishedRow);
  }

  return {
    element: el("div", { class: "home-lists" }, mine.element, open.element, done.element),
    start() {
      let trouble = false;
      const tick = () =>
        refresh().then(
          () => (trouble = false),
          (error) => {
            if (error.reason === undefined) throw error;
            if (!trouble) note(error.reason);
            trouble = true;
          },
        );
      const timer = setInterval(() => document.hidden || tick(), EVERY);
      tick();
      return () => clearInterval(timer);
    },
  };
}

/**
 * @param {string} titleKey
 * @param {string} emptyKey
 * @param {string} test
 */
function list(titleKey, emptyKey, test) {
  const items = el("ul", { class: "game-list", dataset: { test } });
  const empty = el("p", { class: "soft", text: t(emptyKey) });
  return {
    element: el("section", { class: "home-list" }, el("h2", { text: t(titleKey) }), items, empty),
    /**
     * @param {Json[]} games
     * @param {Json} row
     */
    show(games, row) {
      reconcile(items, games, (game) => `${game.code} ${JSON.stringify(game)}`, row);
      empty.hidden = games.length > 0;
    },
  };
}

/**
 * @param {Json} game
 * @param {Json} extra
 */
function heading(game, extra) {
  return el("span", { class: "game-line" }, el("b", { class: "serif", text: gameTitle(game.game) }), extra);
}

/** @param {Json} table */
function openRow(table) {
  return el(
    "li",
    {},
    el(
      "div",
      {},
      heading(table, el("span", { class: "soft small", text: momentText(table.created) })),
      el("span", { text: playersText(table.players) }),
    ),
    el("button", {
      type: "button",
      class: "button",
      text: t("web_home.join"),
      dataset: { test: `join-${table.code}` },
      on: {
        click: () =>
          trying(async () => {
            const name = await askName();
            if (name) await joinTable(table.code, name);
          }),
      },
    }),
  );
}

/** @param {Json} game */
function goingRow(game) {
  const waiting = game.started ? null : el("span", { class: "soft small", text: t("web_home.waiting") });
  const turn = game.my_turn ? el("span", { class: "turn-mark", text: t("web_home.your_turn") }) : waiting;
  return el(
    "li",
    { class: game.my_turn ? "my-turn" : "" },
    el("div", {}, heading(game, turn), el("span", { text: playersText(game.players) })),
    el("a", {
      class: game.my_turn ? "button primary" : "button",
      href: `/t/${game.code}`,
      text: t("web_home.continue"),
      dataset: { test: `continue-${game.code}` },
    }),
  );
}

/** @param {Json} game */
function finishedRow(game) {
  const link = (/** @type {string} */ page, /** @type {string} */ key) =>
    el("a", {
      class: "button small",
      href: `/${page}/${game.code}`,
      text: t(key),
      dataset: { test: `${page}-${game.code}` },
    });
  const facts = el("span", { class: "soft small", text: momentText(game.when) });
  return el(
    "li",
    {},
    el(
      "div",
      {},
      heading(game, facts),
      el(
        "span",
        { class: "numbers" },
        el("b", { text: `${resultWord(game.outcome, game.seat)} ` }),
        scoreText(game.outcome, game.players),
      ),
    ),
    el("div", { class: "rows" }, link("replay", "web_home.replay"), link("review", "web_home.review")),
  );
}
