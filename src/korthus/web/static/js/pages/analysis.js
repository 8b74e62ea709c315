/** The analysis table: any position, moves for every side, what they are worth, back and forth, a link to share. */

import { get, post } from "../api.js";
import { el } from "../dom.js";
import { Board } from "../frame/board.js";
import { noting } from "../frame/dialogs.js";
import { language, number, t } from "../i18n.js";
import { askPosition, factsOf, PositionSession, whyNot } from "../position_session.js";
import { playerToken } from "../store.js";
import { loadStyle } from "../styles.js";
import { gameTitle } from "./parts/games.js";
import { copyButton } from "./parts/say.js";

/** Moves whose worth is shown. */
const SHOWN = 8;

/**
 * @param {HTMLElement} root
 * @param {{game: string}} params
 * @returns {Promise<() => void>} leaves it
 */
export default async function mount(root, { game }) {
  const style = loadStyle(new URL("../../css/puzzles.css", import.meta.url).href);
  const wish = await asked(game);
  const [first] = await Promise.all([askPosition({ ...wish, seed: newSeed() }), style]);
  const analysis = new Analysis(wish, first);
  await analysis.open(root);
  return () => analysis.close();
}

/**
 * The position that the address asks for: one that is written there, one of a finished game, or a new game.
 * @param {string} game
 */
async function asked(game) {
  const query = new URLSearchParams(location.search);
  const code = query.get("replay");
  if (code) {
    const step = await get(`/api/tables/${encodeURIComponent(code)}/position?at=${query.get("at") ?? 0}`);
    return { game: step.game, options: step.options, position: step.position };
  }
  return { game, options: JSON.parse(query.get("options") ?? "{}"), position: query.get("position") ?? "" };
}

/** Luck for deals that come up while somebody looks at a position. */
function newSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** A position and the moves from it. */
class Analysis {
  #wish;
  /** What was looked at, in order: what the server told, and the move that led there. @type {Json[]} */
  #line;
  #at = 0;
  #version = 0;
  /** Whether the worth of moves is wanted. */
  #valued = false;
  #session;
  #board;
  #parts;

  /**
   * @param {Json} wish the game and its options
   * @param {Json} first what the server told of the first position
   */
  constructor(wish, first) {
    this.#wish = { game: wish.game, options: wish.options };
    this.#line = [{ told: first, label: t("web_puzzles.start") }];
    this.#session = new PositionSession(this.#facts(this.#mover), {
      act: (text) => this.#act(text),
      why: (text) => whyNot(() => this.#ask({ move: text })),
    });
    this.#board = new Board(this.#session);
    this.#parts = this.#makeParts();
    this.element = this.#build();
  }

  #makeParts() {
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ test,
      /** @type {() => unknown} */ click,
      kind = "",
    ) =>
      el("button", {
        type: "button",
        class: `button ${kind}`,
        text: t(key),
        dataset: { test },
        on: { click },
      });
    return {
      back: button("web_puzzles.back", "analysis-back", () => this.#go(this.#at - 1)),
      forth: button("web_puzzles.forth", "analysis-forth", () => this.#go(this.#at + 1)),
      value: button("web_puzzles.value", "analysis-value", () => this.#startValuing(), "primary"),
      moves: el("ol", { class: "replay-log analysis-line", dataset: { test: "analysis-line" } }),
      worth: el("ol", { class: "analysis-worth", dataset: { test: "analysis-worth" } }),
      state: el("p", { class: "soft small", role: "status", dataset: { test: "analysis-state" } }),
      text: el("textarea", {
        rows: 4,
        spellcheck: "false",
        "aria-label": t("web_puzzles.position"),
        dataset: { test: "analysis-position" },
      }),
      setUp: button("web_puzzles.set_up", "analysis-set-up", () => noting(() => this.#setUp())),
    };
  }

  #build() {
    const { back, forth, value, moves, worth, state, text, setUp } = this.#parts;
    const share = copyButton(() => location.href, {
      test: "analysis-share",
      label: t("web_puzzles.share"),
    });
    return el(
      "div",
      { class: "replay analysis" },
      el(
        "div",
        { class: "replay-main" },
        el(
          "div",
          { class: "replay-head" },
          el("h1", { text: t("web_puzzles.analysis.of", { game: gameTitle(this.#wish.game) }) }),
        ),
        this.#board.element,
        el("div", { class: "replay-controls analysis-controls rows" }, back, forth, value),
      ),
      el(
        "aside",
        { class: "replay-side", "aria-label": t("web_puzzles.side") },
        el("div", { class: "stack" }, state, worth),
        moves,
        el(
          "div",
          { class: "stack" },
          el("label", { class: "field" }, el("span", { text: t("web_puzzles.position") }), text),
          el("div", { class: "rows" }, setUp, share),
        ),
      ),
    );
  }

  /** @param {HTMLElement} root */
  async open(root) {
    root.append(this.element);
    await this.#board.open();
    this.#draw();
  }

  close() {
    this.#board.close();
  }

  get #now() {
    return this.#line[this.#at].told;
  }

  /** The seat to act, or null where nobody is. */
  get #mover() {
    const turn = this.#now.to_act;
    return turn === null || turn < 0 ? null : turn;
  }

  /** What the session knows, seen by a seat. @param {number|null} seat */
  #facts(seat) {
    return { code: "analysis", version: this.#version, ...factsOf(this.#now, seat) };
  }

  /** @param {Json} more */
  #ask(more) {
    return askPosition({ ...this.#wish, position: this.#now.position, ...more });
  }

  /** @param {string} text */
  async #act(text) {
    const seat = this.#mover;
    const label = this.#session.state.actions?.find((each) => each.text === text)?.label ?? text;
    const told = await this.#ask({ move: text, seed: newSeed() });
    const who = seat === null ? "" : `${t("web.seat", { n: seat + 1 })}: `;
    this.#line = [...this.#line.slice(0, this.#at + 1), { told, label: who + label }];
    this.#at += 1;
    this.#version += 1;
    // First what the mover sees of it, then the table from where the next one sits.
    this.#session.show({ ...this.#facts(seat), actions: [] }, told.notices);
    this.#show();
  }

  /** Shows the position of the moment as the seat to act has it. */
  #show() {
    this.#version += 1;
    this.#session.show(this.#facts(this.#mover));
    this.#draw();
  }

  /** @param {number} at */
  #go(at) {
    if (at < 0 || at >= this.#line.length) return;
    this.#at = at;
    this.#show();
  }

  /** Begins anew with the position that is written in the field. */
  async #setUp() {
    const position = this.#parts.text.value;
    const told = await askPosition({ ...this.#wish, position, seed: newSeed() });
    this.#line = [{ told, label: t("web_puzzles.start") }];
    this.#at = 0;
    this.#show();
  }

  #draw() {
    const { back, forth, moves, text, worth, state } = this.#parts;
    back.disabled = this.#at === 0;
    forth.disabled = this.#at === this.#line.length - 1;
    moves.replaceChildren(...this.#line.map((each, at) => this.#lineItem(each.label, at)));
    text.value = this.#now.position;
    worth.replaceChildren();
    state.textContent = this.#mover === null ? t("web_puzzles.nobody") : "";
    const where = new URLSearchParams({
      position: this.#now.position,
      options: JSON.stringify(this.#now.options),
    });
    history.replaceState(null, "", `/analysis/${this.#wish.game}?${where}`);
    if (this.#valued && this.#mover !== null) noting(() => this.#askWorth()).catch(reportError);
  }

  /**
   * @param {string} label
   * @param {number} at
   */
  #lineItem(label, at) {
    const here = at === this.#at;
    return el(
      "li",
      { class: here ? "now" : "", "aria-current": here ? "step" : null },
      el("button", {
        type: "button",
        text: label,
        dataset: { test: `analysis-line-${at}` },
        on: { click: () => this.#go(at) },
      }),
    );
  }

  #startValuing() {
    this.#valued = true;
    this.#draw();
  }

  async #askWorth() {
    const version = this.#version;
    const { worth, state } = this.#parts;
    state.textContent = t("web.hint.thinking");
    const wish = { ...this.#wish, position: this.#now.position };
    const found = await playerToken()
      .then((bearer) => post(`/api/positions/advice?lang=${language()}`, wish, { bearer }))
      .finally(() => {
        if (version === this.#version) state.textContent = "";
      });
    if (version !== this.#version) return;
    state.textContent = t("web_puzzles.worth", { player: t("web.seat", { n: found.seat + 1 }) });
    worth.replaceChildren(
      ...found.advice
        .slice(0, SHOWN)
        .map((/** @type {Json} */ each, /** @type {number} */ at) => this.#worthItem(each, at)),
    );
    await this.#board.drawn;
    if (version !== this.#version) return;
    const best = this.#session.state.actions?.find((each) => each.text === found.advice[0]?.text);
    if (best) this.#board.point(best);
  }

  /**
   * @param {Json} advice
   * @param {number} at
   */
  #worthItem({ text, label, value, error }, at) {
    const doubt = error ? ` ± ${number(error, { maximumFractionDigits: 2 })}` : "";
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          dataset: { test: `worth-${at + 1}` },
          on: { click: () => noting(() => this.#session.act(text)) },
        },
        el("span", { text: label || text }),
        el("b", {
          class: "numbers",
          text: number(value, { maximumFractionDigits: 2, signDisplay: "exceptZero" }) + doubt,
        }),
      ),
    );
  }
}
