/** One lesson: a position on the game's own table, one sentence, and one thing to do. */

import { get } from "../api.js";
import { linkButton, textButton } from "../controls.js";
import { clear, el, focusOn } from "../dom.js";
import { Board } from "../frame/board.js";
import { toolButton, wayHome } from "../frame/buttons.js";
import { language, t } from "../i18n.js";
import { keepAsked, keepLearnt } from "../learnt.js";
import { PositionSession, playerAt } from "../position_session.js";
import { loadStyle } from "../styles.js";
import { playAtOnce } from "./home/fan.js";
import { gameTitle, loadGames } from "./parts/games.js";
import { trying } from "./parts/say.js";

/**
 * @param {HTMLElement} root
 * @param {{game: string, number: string}} params
 * @returns {Promise<() => void>} leaves it
 */
export default async function mount(root, { game, number }) {
  const style = loadStyle(new URL("../../css/learn.css", import.meta.url).href);
  const path = `/api/learn/${encodeURIComponent(game)}/${number}`;
  const [first] = await Promise.all([ask(path, []), style]);
  keepAsked();
  let lesson = new LessonPage(path, first, again);
  function again() {
    lesson.close();
    clear(root);
    lesson = new LessonPage(path, first, again);
    lesson.open(root).catch(reportError);
  }
  await lesson.open(root);
  return () => lesson.close();
}

/**
 * What the server says of a lesson after some moves.
 * @param {string} path
 * @param {string[]} moves
 * @param {string} [part]
 * @param {Record<string, string>} [more]
 * @returns {Promise<Json>}
 */
function ask(path, moves, part = "", more = {}) {
  const asked = new URLSearchParams({ lang: language(), ...more });
  for (const text of moves) asked.append("move", text);
  return get(`${path}${part}?${asked}`);
}

/** A lesson that somebody is in the middle of. */
class LessonPage {
  #path;
  #lesson;
  /** @type {string[]} */
  #moves = [];
  #session;
  #board;
  #parts;

  /**
   * @param {string} path where the server tells of it
   * @param {Json} first the lesson before the first move
   * @param {() => void} again begins it anew
   */
  constructor(path, first, again) {
    this.#path = path;
    this.#lesson = first;
    this.#session = new PositionSession(factsOf(first), {
      act: (text) => this.#act(text),
      why: (text) => this.#why(text),
      names: (boards) =>
        ask(path, this.#moves, "/names", { boards: boards.map((each) => each.join(" ")).join("/") }),
    });
    this.#board = new Board(this.#session, (reason) => this.#say(reason));
    this.#parts = {
      task: el("p", { class: "lesson-task", text: first.task, dataset: { test: "task" } }),
      note: el("p", { class: "lesson-note", role: "status", dataset: { test: "lesson-note" } }),
      after: el("div", { class: "lesson-after" }),
      hint: toolButton("hint", "lessons.hint", "lesson-hint", () => this.#hint()),
      again: toolButton("undo", "lessons.restart", "lesson-again", again),
    };
    this.#parts.hint.hidden = false;
    this.#parts.again.hidden = false;
    this.element = this.#build();
  }

  #build() {
    const { game, number, count, title } = this.#lesson;
    const { task, note, after, hint, again } = this.#parts;
    return el(
      "div",
      { class: "task lesson" },
      el(
        "header",
        { class: "frame-bar" },
        wayHome(),
        el("a", {
          class: "task-place numbers",
          href: `/learn/${game}`,
          text: t("lessons.place", { game: gameTitle(game), number, count }),
          dataset: { test: "to-lessons" },
        }),
        el("h1", { text: title }),
        el("div", { class: "frame-tools" }, hint, again),
      ),
      el("div", { class: "task-words" }, task, note, after),
      this.#board.element,
    );
  }

  /** @param {HTMLElement} root */
  async open(root) {
    root.append(this.element);
    document.title = `${this.#lesson.title} · korthus`;
    await this.#board.open();
  }

  close() {
    this.#board.close();
  }

  /** @param {string} text */
  async #act(text) {
    const before = this.#lesson;
    const found = await ask(this.#path, [...this.#moves, text]);
    this.#moves.push(text);
    this.#lesson = found;
    this.#say(found.refused ? t("lessons.because", { reason: found.refused }) : "", true);
    this.#session.show(factsOf(found), found.notices.slice(before.notices.length));
    if (found.done) this.#finish().catch(reportError);
  }

  /** @param {string} text */
  async #why(text) {
    const why = await ask(this.#path, this.#moves, "/why", { text });
    // To find out why not is what the lesson asked for: on with it, once the table has said so.
    if (why.goal) queueMicrotask(() => this.#session.act(text).catch(reportError));
    return why;
  }

  /**
   * @param {string} text
   * @param {boolean} [good]
   */
  #say(text, good = false) {
    this.#parts.note.classList.toggle("trouble", !good);
    this.#parts.note.replaceChildren(...(text ? [el("span", { text })] : []));
  }

  #hint() {
    const { hint } = this.#lesson;
    if (!hint) return;
    this.#board.point(hint);
    this.#say(hint.label ?? t("lessons.hint.try"), true);
  }

  async #finish() {
    const { game, name, why, number, count } = this.#lesson;
    keepLearnt(game, name);
    await this.#board.drawn;
    const { task, note, after, hint } = this.#parts;
    task.hidden = true;
    hint.hidden = true;
    note.classList.add("done");
    this.#say(why, true);
    const next =
      number < count
        ? linkButton(`/learn/${game}/${number + 1}`, t("lessons.next"), "next-lesson", "primary")
        : textButton(
            t("lessons.play", { game: gameTitle(game) }),
            "play-now",
            () => trying(() => playNow(game)),
            "primary",
          );
    after.replaceChildren(next);
    focusOn(next, { preventScroll: true });
  }
}

/** A first real game. @param {string} name */
async function playNow(name) {
  const games = await loadGames();
  await playAtOnce(games.find((/** @type {Json} */ game) => game.name === name));
}

/**
 * What a session knows of a lesson.
 * @param {Json} lesson
 * @returns {Partial<TableState>}
 */
function factsOf(lesson) {
  const { game, options, description, players } = lesson;
  const { seat, view, actions, to_act, outcome, version, notices } = lesson;
  return {
    code: "lesson",
    game,
    options,
    description,
    seat,
    view,
    actions,
    to_act,
    outcome,
    over: outcome !== null,
    version,
    sequence: notices.length,
    log: notices,
    players: players.map((/** @type {Player} */ each) => ({ ...playerAt(each.seat), name: each.name })),
  };
}
