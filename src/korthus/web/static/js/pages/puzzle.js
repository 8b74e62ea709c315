/** One puzzle: a position on the game's own table, in which one move is clearly the best. */

import { get, post } from "../api.js";
import { textButton } from "../controls.js";
import { el, focusOn, setText } from "../dom.js";
import { Board } from "../frame/board.js";
import { toolButton, wayHome } from "../frame/buttons.js";
import { noting } from "../frame/dialogs.js";
import { language, number, t } from "../i18n.js";
import { PositionSession, playerAt, whyNot } from "../position_session.js";
import { answered, keepAnswer, solver } from "../solving.js";
import { loadStyle } from "../styles.js";
import { gameTitle } from "./parts/games.js";

/** The word that stands for a game in the address of the puzzle of the day. */
const DAILY = "daily";

/**
 * @param {HTMLElement} root
 * @param {{game: string, id?: string}} params
 * @returns {Promise<() => void>} leaves it
 */
export default async function mount(root, params) {
  const style = loadStyle(new URL("../../css/puzzles.css", import.meta.url).href);
  const { game, id, daily } = await chosen(params);
  const path = `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  const [facts] = await Promise.all([get(`${path}?lang=${language()}`), style]);
  const puzzle = new PuzzlePage(path, facts, daily);
  await puzzle.open(root);
  return () => puzzle.close();
}

/**
 * Which puzzle an address means: that of the day, one by its id, or the next of a game.
 * @param {{game: string, id?: string}} params
 */
async function chosen({ game, id }) {
  if (game === DAILY) {
    const today = await get("/api/puzzles");
    return { game: today.game, id: today.id, daily: true };
  }
  if (id !== undefined) return { game, id, daily: false };
  const asked = new URLSearchParams({ seen: answered(game).join(",") });
  const person = solver();
  if (person) asked.set("rating", String(person.rating));
  const next = await get(`/api/puzzles/${encodeURIComponent(game)}/next?${asked}`);
  history.replaceState(null, "", `/puzzles/${game}/${next.id}`);
  return { game, id: next.id, daily: false };
}

/** A puzzle that somebody looks at. */
class PuzzlePage {
  #path;
  #puzzle;
  #daily;
  #session;
  #board;
  #parts;
  #version = 0;
  /** The verdict on the last answer. @type {Json} */
  #verdict = null;

  /**
   * @param {string} path where the server tells of it
   * @param {Json} puzzle
   * @param {boolean} daily whether it is answered as the puzzle of the day
   */
  constructor(path, puzzle, daily) {
    this.#path = path;
    this.#puzzle = puzzle;
    this.#daily = daily;
    this.#session = new PositionSession(this.#facts(), {
      act: (text) => this.#act(text),
      why: (text) => this.#why(text),
      names: (boards) => {
        const put = boards.map((each) => each.join(" ")).join("/");
        return get(`${path}/names?${new URLSearchParams({ boards: put, lang: language() })}`);
      },
    });
    this.#board = new Board(this.#session, (reason) => this.#say(reason, "trouble"));
    this.#parts = {
      task: el("p", { class: "puzzle-task", text: t("web_puzzles.task"), dataset: { test: "task" } }),
      note: el("p", { class: "puzzle-note", role: "status", dataset: { test: "verdict" } }),
      more: el("p", { class: "puzzle-more soft small" }),
      after: el("div", { class: "puzzle-after rows" }),
      show: toolButton("hint", "web_puzzles.show", "puzzle-show", () => noting(() => this.#giveUp())),
    };
    this.#parts.show.hidden = false;
    this.element = this.#build();
  }

  #build() {
    const { task, note, more, after, show } = this.#parts;
    const { game, rating } = this.#puzzle;
    const title = this.#daily
      ? `${t("web_puzzles.daily")}: ${gameTitle(game)}`
      : t("web_puzzles.of", { game: gameTitle(game) });
    return el(
      "div",
      { class: "task puzzle" },
      el(
        "header",
        { class: "frame-bar" },
        wayHome(),
        el("a", {
          class: "task-place",
          href: "/puzzles",
          text: t("web_puzzles.title"),
          dataset: { test: "to-puzzles" },
        }),
        el("h1", { text: title }),
        el("span", { class: "numbers small soft", text: t("web_puzzles.rated", { rating: number(rating) }) }),
        el("div", { class: "frame-tools" }, show),
      ),
      el("div", { class: "task-words" }, task, note, more, after),
      this.#board.element,
    );
  }

  /** @param {HTMLElement} root */
  async open(root) {
    root.append(this.element);
    await this.#board.open();
  }

  close() {
    this.#board.close();
  }

  /** What a session knows of the question. @returns {Partial<TableState>} */
  #facts() {
    const { game, options, description, seat, seats, view, actions, hands } = this.#puzzle;
    return {
      code: "puzzle",
      game,
      options,
      description,
      seat,
      view,
      hands,
      actions,
      to_act: seat,
      version: this.#version,
      players: Array.from({ length: seats }, (_, at) => playerAt(at)),
    };
  }

  /** Why the rules refuse a move; to ask is no answer, and does not count. @param {string} text */
  #why(text) {
    return whyNot(() => this.#judge(text, null));
  }

  /**
   * What the server says of an answer.
   * @param {string|null} move null to give up
   * @param {Json} person who answers for the first time; null where nothing counts
   */
  #judge(move, person) {
    return post(`${this.#path}?lang=${language()}`, { move, person, daily: this.#daily });
  }

  /** @param {string|null} move null to give up */
  async #answer(move) {
    const { game, id } = this.#puzzle;
    const before = solver();
    const first = !answered(game).includes(id);
    const verdict = await this.#judge(move, first ? (before ?? {}) : null);
    if (verdict.person) keepAnswer(game, id, verdict.person);
    this.#verdict = verdict;
    this.#version += 1;
    this.#tellStanding(before, verdict.person);
    return verdict;
  }

  /** @param {string} text */
  async #act(text) {
    const verdict = await this.#answer(text);
    const done = { version: this.#version, ...(verdict.right ? { actions: [], to_act: null } : {}) };
    if (verdict.right && verdict.view) {
      this.#session.show({ ...done, view: verdict.view, hands: null }, verdict.notices);
    } else this.#session.show(done);
    if (verdict.right) this.#say(verdict.said, "done");
    else this.#say(`${t("web_puzzles.wrong")} ${verdict.said}`, "trouble");
    await this.#board.drawn;
    this.#offer(verdict.right);
  }

  async #giveUp() {
    if (!this.#verdict) await this.#answer(null);
    // The table stays open: the button that is marked must be there, and whoever likes may press it.
    await this.#board.drawn;
    const { best } = this.#verdict;
    this.#board.point(best);
    this.#say(t("web_puzzles.best", { action: best.label ?? best.text }), "done");
    this.#offer(true);
  }

  /** Another try. */
  #again() {
    this.#version += 1;
    this.#session.show(this.#facts());
    this.#say("", "done");
    this.#parts.after.replaceChildren();
  }

  /** What can be done now. @param {boolean} over whether the answer has been seen */
  #offer(over) {
    const { game, options } = this.#puzzle;
    const link = (
      /** @type {string} */ href,
      /** @type {string} */ key,
      /** @type {string} */ test,
      /** @type {string} */ kind = "",
    ) => el("a", { class: `button ${kind}`, href, text: t(key), dataset: { test } });
    const next = link(`/puzzles/${game}`, "web_puzzles.next", "puzzle-next", over ? "primary" : "");
    const again = textButton(t("web_puzzles.again"), "puzzle-again", () => this.#again(), "primary");
    const where = new URLSearchParams({
      position: this.#verdict.position,
      options: JSON.stringify(options),
    });
    const look = link(`/analysis/${game}?${where}`, "web_puzzles.analyse", "puzzle-analyse");
    this.#parts.show.hidden = over;
    this.#parts.task.hidden = true;
    this.#parts.after.replaceChildren(...(over ? [next, look] : [again, next]));
    // The table looks after the keyboard when it has settled; the next step comes after that.
    requestAnimationFrame(() => focusOn(over ? next : again, { preventScroll: true }));
  }

  /**
   * @param {string} text
   * @param {"done"|"trouble"} kind
   */
  #say(text, kind) {
    this.#parts.note.className = `puzzle-note ${kind}`;
    setText(this.#parts.note, text);
  }

  /**
   * How the rating went, and how the answer is proven.
   * @param {Json} before
   * @param {Json} now null where nothing counted
   */
  #tellStanding(before, now) {
    const gained = (/** @type {number} */ rating) =>
      number(Math.round(now.rating) - Math.round(rating), { signDisplay: "always" });
    const rating = now
      ? t(before ? "web_puzzles.standing" : "web_puzzles.first", {
          rating: number(Math.round(now.rating)),
          gained: before ? gained(before.rating) : "",
          n: now.streak,
        })
      : t("web_puzzles.counted");
    this.#parts.more.textContent = `${rating} ${this.#puzzle.proof}`;
  }
}
