/** Open tables and one's own games, kept fresh while somebody looks. */

import { get, post } from "../../api.js";
import { linkButton, textButton } from "../../controls.js";
import { el, reconcile } from "../../dom.js";
import { t } from "../../i18n.js";
import { notifyTurn } from "../../notify.js";
import { isKnown, playerToken } from "../../store.js";
import { gameTitle } from "../parts/games.js";
import { askName } from "../parts/person.js";
import { note, trying } from "../parts/say.js";
import { momentText, playersText, ratedText, resultWord, scoreText } from "../parts/words.js";
import { askedRow } from "./asked.js";
import { joinTable } from "./open.js";
import { pairBox } from "./pairing.js";
import { heading, list } from "./rows.js";
import { tournamentRow, tournamentsList } from "./tournaments.js";

/** Milliseconds from one question for the lists to the next. */
const EVERY = 8000;
/** How many times more seldom the lists are asked for while nobody looks. */
const SELDOM = 4;
/** Finished games that are shown at most, the last ones. */
const FINISHED_SHOWN = 8;

/** The lists, and `start`, which keeps them fresh until the function it returns is called. */
export function gamesLists() {
  const mine = list("web_home.mine", "web_home.mine.none", "mine");
  const open = list("web_home.tables", "web_home.tables.none", "open-tables");
  const turns = turnWatch();
  const tournaments = tournamentsList();
  const pairing = pairBox();
  open.element.append(pairing.element);
  const away = awayList();
  mine.element.append(away.element);
  const done = list("web_home.finished", "web_home.finished.none", "finished");

  async function refresh() {
    const isNew = !isKnown();
    const bearer = await playerToken();
    const asked = isNew ? { games: [], tournaments: [] } : get("/api/me", { bearer });
    const [tables, me] = await Promise.all([get("/api/tables"), asked]);
    const own = new Set(me.games.map((/** @type {Json} */ game) => game.code));
    open.show(
      tables.filter((/** @type {Json} */ table) => !own.has(table.code)),
      openRow,
    );
    mine.show(
      me.games
        .filter((/** @type {Json} */ game) => !game.over && !game.put_away)
        .sort((/** @type {Json} */ a, /** @type {Json} */ b) => b.my_turn + b.asked - a.my_turn - a.asked),
      (/** @type {Json} */ game) => (game.asked ? askedRow(game, refresh) : goingRow(game, refresh)),
    );
    pairing.show(me.stats?.by_game ?? {});
    tournaments.show(me.tournaments, tournamentRow);
    turns.show(me.games);
    away.show(
      me.games.filter((/** @type {Json} */ game) => !game.over && game.put_away),
      refresh,
    );
    done.show(me.games.filter((/** @type {Json} */ game) => game.over).slice(0, FINISHED_SHOWN), finishedRow);
  }

  return {
    element: el(
      "div",
      { class: "home-lists" },
      mine.element,
      open.element,
      tournaments.element,
      done.element,
    ),
    start: () => keepFresh(refresh),
  };
}

/**
 * Calls a function now and again and again, more seldom while nobody looks.
 * @param {() => Promise<void>} refresh
 * @returns {() => void} ends it
 */
function keepFresh(refresh) {
  let trouble = false;
  const tick = () =>
    refresh().then(
      () => (trouble = false),
      (error) => {
        if (error.reason === undefined) throw error;
        // That nobody answers is said by the line at the top.
        if (!trouble && error.code !== "NO_CONNECTION") note(error.reason);
        trouble = true;
      },
    );
  let rounds = 0;
  const timer = setInterval(() => {
    rounds += 1;
    if (!document.hidden || rounds % SELDOM === 0) tick();
  }, EVERY);
  tick();
  return () => clearInterval(timer);
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
      el("span", { text: ratedText(table.players, table.ratings), dataset: { test: `rated-${table.code}` } }),
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

/**
 * Puts a game of mine away, or takes it up again, and shows the lists anew.
 * @param {Json} game
 * @param {boolean} away
 * @param {() => Promise<void>} refresh
 */
function put({ code }, away, refresh) {
  return trying(async () => {
    await post(`/api/tables/${code}/put_away`, { away }, { bearer: await playerToken() });
    await refresh();
  });
}

/** Says in the title of the tab in how many games it is my turn, and tells whoever looks elsewhere. */
function turnWatch() {
  /** @type {Set<string>|null} */
  let before = null;
  const title = document.title;
  return {
    /** @param {Json[]} games */
    show(games) {
      const mine = games.filter((game) => game.my_turn && !game.put_away);
      document.title = mine.length ? `(${mine.length}) ${t("web_home.your_turn")} · korthus` : title;
      for (const { code, game } of mine) {
        if (before && !before.has(code)) notifyTurn(code, gameTitle(game)).catch(reportError);
      }
      before = new Set(mine.map(({ code }) => code));
    },
  };
}

/** The games that were put away, folded together. */
function awayList() {
  const items = el("ul", { class: "game-list", dataset: { test: "away" } });
  const title = el("summary", { dataset: { test: "away-title" } });
  const element = el("details", { hidden: true }, title, items);
  return {
    element,
    /**
     * @param {Json[]} games
     * @param {() => Promise<void>} refresh
     */
    show(games, refresh) {
      element.hidden = games.length === 0;
      title.textContent = t("web_home.away", { n: games.length });
      reconcile(
        items,
        games,
        ({ code }) => code,
        (game) => awayRow(game, refresh),
      );
    },
  };
}

/**
 * @param {Json} game
 * @param {() => Promise<void>} refresh
 */
function awayRow(game, refresh) {
  return el(
    "li",
    {},
    el("div", {}, heading(game, null), el("span", { text: playersText(game.players) })),
    textButton(t("web_home.take_up"), `take-up-${game.code}`, () => put(game, false, refresh), "small"),
  );
}

/**
 * @param {Json} game
 * @param {() => Promise<void>} refresh
 */
function goingRow(game, refresh) {
  const waiting = game.started ? null : el("span", { class: "soft small", text: t("web_home.waiting") });
  const turn = game.my_turn ? el("span", { class: "turn-mark", text: t("web_home.your_turn") }) : waiting;
  return el(
    "li",
    { class: game.my_turn ? "my-turn" : "" },
    el("div", {}, heading(game, turn), el("span", { text: playersText(game.players) })),
    el(
      "div",
      { class: "rows" },
      el("a", {
        class: game.my_turn ? "button primary" : "button",
        href: `/t/${game.code}`,
        text: t("web_home.continue"),
        dataset: { test: `continue-${game.code}` },
      }),
      el("button", {
        type: "button",
        class: "button quiet small",
        text: t("web_home.put_away"),
        "aria-label": t("web_home.put_away.label", { game: gameTitle(game.game) }),
        dataset: { test: `put-away-${game.code}` },
        on: { click: () => put(game, true, refresh) },
      }),
    ),
  );
}

/** @param {Json} game */
function finishedRow(game) {
  const link = (/** @type {string} */ page, /** @type {string} */ key) =>
    linkButton(`/${page}/${game.code}`, t(key), `${page}-${game.code}`, "small");
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
