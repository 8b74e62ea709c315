/** Home: the games as cards on the table, then open tables and one's own games. */

import { el } from "../dom.js";
import { warmingLine } from "../frame/warming.js";
import { t } from "../i18n.js";
import { gameFan } from "./home/fan.js";
import { gamesLists } from "./home/lists.js";
import { loadGames } from "./parts/games.js";
import { nameField } from "./parts/person.js";

/** @param {HTMLElement} root */
export default async function mount(root) {
  const games = await loadGames();
  const lists = gamesLists();
  const warming = warmingLine();
  root.append(
    el(
      "div",
      { class: "page home" },
      el(
        "div",
        { class: "home-head" },
        el(
          "div",
          {},
          el("h1", { text: t("web_home.title") }),
          el("p", { class: "soft", text: t("web_home.about") }),
          el("p", {}, el("a", { href: "/learn", text: t("lessons.home"), dataset: { test: "to-learn" } })),
          warming.element,
        ),
        nameField(),
      ),
      gameFan(games),
      el(
        "p",
        {},
        el("a", { href: "/puzzles", text: t("web_puzzles.home"), dataset: { test: "to-puzzles" } }),
      ),
      lists.element,
    ),
  );
  const ends = [lists.start(), warming.start()];
  return () => {
    for (const end of ends) end();
  };
}
