/** The lessons of all games, or of one: what there is, and what is done already. */

import { get } from "../api.js";
import { el } from "../dom.js";
import { language, t } from "../i18n.js";
import { learnt, nextLesson } from "../learnt.js";
import { loadStyle } from "../styles.js";
import { gameTitle } from "./parts/games.js";
import { pageOf } from "./parts/sheets.js";

/**
 * @param {HTMLElement} root
 * @param {{game?: string}} params
 */
export default async function mount(root, { game }) {
  const style = loadStyle(new URL("../../css/learn.css", import.meta.url).href);
  /** @type {[Course[], unknown]} */
  const [courses] = await Promise.all([get(`/api/learn?lang=${language()}`), style]);
  const shown = courses.filter((course) => game === undefined || course.game === game);
  root.append(
    pageOf(
      "learn",
      t("lessons.title"),
      shown.length ? t("lessons.about") : t("lessons.none"),
      el("div", { class: "courses" }, shown.map(courseSheet)),
      game !== undefined && el("p", {}, el("a", { href: "/learn", text: t("lessons.all") })),
    ),
  );
}

/**
 * @typedef {{game: string, lessons: {name: string, title: string}[]}} Course
 * @param {Course} course
 */
function courseSheet({ game, lessons }) {
  const done = learnt(game);
  const next = nextLesson(game, lessons);
  const count = lessons.filter(({ name }) => done.has(name)).length;
  const key = next === null ? "lessons.again" : count ? "lessons.go_on" : "lessons.begin";
  return el(
    "section",
    { class: "sheet course", "aria-labelledby": `course-${game}`, dataset: { test: `course-${game}` } },
    el("h2", { id: `course-${game}`, text: gameTitle(game) }),
    el("p", { class: "soft numbers", text: t("lessons.done", { n: count, all: lessons.length }) }),
    el("a", {
      class: "button primary",
      href: `/learn/${game}/${next ?? 1}`,
      text: t(key),
      "aria-label": `${t(key)}: ${gameTitle(game)}`,
      dataset: { test: `learn-${game}` },
    }),
    el(
      "ol",
      {},
      lessons.map(({ name, title }, at) =>
        el(
          "li",
          { class: done.has(name) ? "done" : "" },
          el("a", {
            href: `/learn/${game}/${at + 1}`,
            text: title,
            dataset: { test: `lesson-${game}-${at + 1}` },
          }),
          done.has(name) && el("span", { class: "done-mark", text: t("lessons.mark") }),
        ),
      ),
    ),
  );
}
