/** The rules of a game: short sections, diagrams that the engine has played, and the options at the end. */

import { get } from "../api.js";
import { cardPicture } from "../cards/card.js";
import { linkButton } from "../controls.js";
import { el } from "../dom.js";
import { language, t } from "../i18n.js";
import { dataTable } from "../plots.js";
import {
  askedOptions,
  gameTitle,
  loadGames,
  optionAbout,
  optionName,
  presetAbout,
  presetName,
  valueText,
} from "./parts/games.js";

/**
 * @param {HTMLElement} root
 * @param {Json} more
 */
export default async function mount(root, { game }) {
  const table = new URLSearchParams(location.search).get("table");
  const [page, games] = await Promise.all([
    get(`/api/rules/${encodeURIComponent(game)}?lang=${language()}`),
    loadGames(),
  ]);
  const info = games.find((/** @type {Json} */ { name }) => name === page.game);
  root.append(
    el(
      "div",
      { class: "page rules" },
      el(
        "nav",
        { class: "rules-games", "aria-label": t("web_home.games") },
        games.map((/** @type {Json} */ { name }) =>
          el("a", {
            href: `/rules/${name}${location.search}`,
            text: gameTitle(name),
            "aria-current": name === page.game ? "page" : null,
            dataset: { test: `rules-${name}` },
          }),
        ),
      ),
      table &&
        linkButton(
          `/t/${encodeURIComponent(table)}`,
          t("web_home.rules.back"),
          "back-to-table",
          "primary back-to-table",
        ),
      el("h1", { text: t("web_home.rules.title", { game: page.title }) }),
      info.explorer &&
        linkButton(`/explore/${page.game}`, t("web_explorer.link"), "to-explorer", "explorer-link"),
      info.lessons > 0 &&
        el("p", {}, el("a", { href: `/learn/${page.game}`, text: t("lessons.link", { game: page.title }) })),
      el(
        "div",
        { class: "rules-columns" },
        contents(page),
        el(
          "div",
          { class: "rules-text" },
          page.sections.map((/** @type {Json} */ section) => sectionOf(section, page.deck)),
          presets(info),
          options(info),
        ),
      ),
    ),
  );
}

/** @param {Json} page */
function contents(page) {
  const link = (/** @type {string} */ key, /** @type {string} */ text) =>
    el("li", {}, el("a", { href: `#${key}`, text }));
  return el(
    "nav",
    { class: "rules-contents", "aria-label": t("web_home.rules.contents") },
    el(
      "ol",
      {},
      page.sections.map((/** @type {Json} */ { key, title }) => link(key, title)),
      link("presets", t("web_home.rules.presets")),
      link("options", t("web_home.rules.options")),
    ),
  );
}

/**
 * @param {Json} facts
 * @param {string} deck
 */
function sectionOf({ key, title, text, diagrams }, deck) {
  return el(
    "section",
    { id: key },
    el("h2", { text: title }),
    text.map((/** @type {string} */ paragraph) => el("p", { text: paragraph })),
    diagrams.map((/** @type {Json} */ diagram) => diagramOf(diagram, deck)),
  );
}

/**
 * @param {Json} diagram
 * @param {string} deck
 */
function diagramOf(diagram, deck) {
  const faces = faceKeeper(deck);
  return el(
    "figure",
    { class: "diagram", dataset: { test: `diagram-${diagram.key}` } },
    el("figcaption", {}, el("h3", { text: diagram.title }), el("p", { class: "soft", text: diagram.about })),
    rowsOf(diagram.rows, deck, faces),
    diagram.tries.map((/** @type {Json} */ each) => tryOf(each, deck, faces)),
  );
}

/**
 * @param {Json} facts
 * @param {string} deck
 * @param {Json} faces
 */
function tryOf({ said, wish, refused, rows }, deck, faces) {
  const sentences = el(
    "ul",
    { class: "said" },
    said.map((/** @type {string} */ text) => el("li", { text })),
  );
  if (refused !== null) {
    return el(
      "div",
      { class: "try refused" },
      said.length ? sentences : null,
      el("p", { text: wish }),
      el(
        "p",
        { class: "refusal" },
        el("b", { text: t("web_home.rules.no") }),
        " ",
        el("span", { text: refused }),
      ),
    );
  }
  return el("div", { class: "try" }, sentences, rows.length ? rowsOf(rows, deck, faces) : null);
}

/**
 * @param {Json} rows
 * @param {string} deck
 * @param {Json} faces
 */
function rowsOf(rows, deck, faces) {
  return el(
    "dl",
    { class: "diagram-rows" },
    rows.map((/** @type {Json} */ { label, note, groups }) =>
      el(
        "div",
        { class: "diagram-row" },
        el("dt", {}, label, note && el("small", { class: "soft", text: note })),
        el(
          "dd",
          {},
          groups.map((/** @type {Json} */ group, /** @type {number} */ index) =>
            el(
              "span",
              { class: `diagram-group${group.marked ? " marked" : ""}` },
              el(
                "span",
                { class: "diagram-cards" },
                faces(`${label} ${index}`, group.cards).map((/** @type {string} */ card) =>
                  cardPicture(card, { deck }),
                ),
              ),
              group.note && el("small", { text: group.note }),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Faces for the cards of a diagram. Mus has ranks only: equal ranks get different suits, and what stands at the same
 * index keeps its face.
 * @param {string} deck
 */
function faceKeeper(deck) {
  if (deck !== "spanish") return (/** @type {unknown} */ _, /** @type {string[]} */ cards) => cards;
  const used = new Map();
  const kept = new Map();
  const pick = (/** @type {string} */ rank) => {
    const number = used.get(rank) ?? 0;
    used.set(rank, number + 1);
    return rank + "oceb"[(number + rank.charCodeAt(0)) % 4];
  };
  return (/** @type {number} */ index, /** @type {string[]} */ cards) => {
    const key = `${index} ${cards.join(" ")}`;
    if (!kept.has(key)) kept.set(key, cards.map(pick));
    return kept.get(key);
  };
}

/** @param {Json} info */
function presets(info) {
  const rows = Object.keys(info.presets).map((preset) => [
    presetName(info.name, preset),
    presetAbout(info.name, preset),
  ]);
  return el(
    "section",
    { id: "presets" },
    el("h2", { text: t("web_home.rules.presets") }),
    dataTable(t("web_home.rules.presets"), [t("web_home.rules.preset"), t("web_home.rules.meaning")], rows, {
      stacked: true,
    }),
  );
}

/** @param {Json} info */
function options(info) {
  const rows = askedOptions(info).map((/** @type {Json} */ option) => [
    optionName(info.name, option),
    valueText(info.name, option, option.default),
    optionAbout(info.name, option),
  ]);
  return el(
    "section",
    { id: "options" },
    el("h2", { text: t("web_home.rules.options") }),
    el("p", { text: t("web_home.rules.options.about") }),
    dataTable(
      t("web_home.rules.options"),
      [t("web_home.rules.option"), t("web_home.rules.usual"), t("web_home.rules.meaning")],
      rows,
      { stacked: true },
    ),
  );
}
