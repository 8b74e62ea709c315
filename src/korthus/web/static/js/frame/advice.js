/** What the computer would do: shown on the table itself first, with one sentence; the figures behind a tap. */

import { textButton } from "../controls.js";
import { el } from "../dom.js";
import { number, t } from "../i18n.js";
import { iconButton } from "./buttons.js";
import { noting, openDialog } from "./dialogs.js";

// keys: web_home.unit.*

/** Differences smaller than this, in the game's unit, are not worth a word; larger ones than `A_LITTLE` are counted. */
const NOTHING = 0.15;
const A_LITTLE = 0.75;

/** The line of a hint above the table. */
export class AdviceLine {
  #session;
  #point;
  #play;
  element = el("div", {
    class: "banner asking hint-line",
    role: "status",
    hidden: true,
    dataset: { test: "hint-line" },
  });

  /**
   * @param {import("../session.js").TableSession} session
   * @param {{point: (choice: Choice|null) => void, play: (text: string) => void}} ways `point` shows an action on
   *   the table
   */
  constructor(session, { point, play }) {
    this.#session = session;
    this.#point = point;
    this.#play = play;
  }

  /** Asks for a hint and shows it, unless the game has gone on meanwhile. */
  async ask() {
    const session = this.#session;
    const { version } = session.state;
    this.#say(t("web.hint.thinking"));
    const waits = (/** @type {Json} */ { detail }) => this.#say(t("web.hint.waiting", { n: detail.place }));
    session.addEventListener("waiting", waits);
    const answer = await noting(() => session.request("hint"));
    session.removeEventListener("waiting", waits);
    if (!answer || session.state.version !== version) this.close();
    else if (answer.advice.length === 0) this.#say(t("web.hint.none"));
    else this.#show(answer);
  }

  /** Takes the hint away. */
  close() {
    this.element.hidden = true;
    this.element.replaceChildren();
    this.#point(null);
  }

  /** @param {string} text */
  #say(text) {
    this.element.hidden = false;
    this.element.replaceChildren(el("span", { text }));
  }

  /** @param {{advice: Advice[], unit: string}} answer */
  #show({ advice, unit }) {
    const [best, second] = advice;
    this.element.replaceChildren(
      el("strong", { text: best.label || best.text, dataset: { test: "hint-best" } }),
      second
        ? el("span", { class: "soft", text: comparison(best, second, unit), dataset: { test: "hint-worth" } })
        : "",
      textButton(t("web.hint.play"), "hint-play", () => this.#play(best.text), "small primary"),
      textButton(t("web.hint.more"), "hint-more", () => showAll(advice, unit, this.#play), "small"),
      iconButton("close", "web.close", "hint-close", () => this.close()),
    );
    this.#point(this.#session.state.actions?.find(({ text }) => text === best.text) ?? best);
  }
}

/**
 * @typedef {Choice & {value: number, error: number|null, chance: number|null, reasons: string[]}} Advice
 */

/**
 * How much better the best is than the next, as a person would say it.
 * @param {Advice} best
 * @param {Advice} next
 * @param {string} unit
 */
function comparison(best, next, unit) {
  if (best.chance !== null && next.chance !== null) return chances(best, next);
  const gap = best.value - next.value;
  const label = next.label || next.text;
  if (!(gap >= NOTHING)) return t("web.hint.same", { label });
  if (gap < A_LITTLE) return t("web.hint.little", { label });
  const points = Math.round(gap);
  return t("web.hint.better", {
    gap: number(points),
    unit: t(`web_home.unit.${unit}`, { n: points }),
    label,
  });
}

/**
 * The same where winning the game is what counts.
 * @param {Advice} best
 * @param {Advice} next
 */
function chances(best, next) {
  return t("web.hint.wins", {
    best: percent(best.chance),
    next: percent(next.chance),
    label: next.label || next.text,
  });
}

/** @param {number|null} chance */
const percent = (chance) => number(chance ?? 0, { style: "percent", maximumFractionDigits: 0 });

/**
 * All that was thought of, with figures, in a drawer.
 * @param {Advice[]} advice
 * @param {string} unit
 * @param {(text: string) => void} play
 */
function showAll(advice, unit, play) {
  const list = el("ol", { class: "advice", dataset: { test: "advice" } });
  const counts =
    advice[0].chance === null
      ? t("web.hint.unit", { unit: t(`web_home.unit.${unit}`, { n: 2 }) })
      : t("web.hint.to_win");
  const about = el("p", { class: "soft", text: counts });
  const dialog = openDialog(t("web.hint.title"), [about, list], { kind: "drawer", test: "hint-panel" });
  list.append(
    ...advice.map((each, index) =>
      item(each, index, () => {
        dialog.close();
        play(each.text);
      }),
    ),
  );
}

/**
 * @param {Json} facts
 * @param {number} index
 * @param {() => void} play
 */
function item({ text, label, value, error, chance, reasons }, index, play) {
  const worth = number(value, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const doubt = error === null ? "" : ` ± ${number(error, { maximumFractionDigits: 2 })}`;
  const expected = t("web.hint.value", { value: worth + doubt });
  return el(
    "li",
    { dataset: { test: `advice-${index + 1}` } },
    el(
      "div",
      { class: "advice-head" },
      el("strong", { text: label || text }),
      el("span", { class: "numbers small soft", text: chance === null ? expected : percent(chance) }),
    ),
    reasons.length
      ? el(
          "details",
          { open: index === 0 },
          el("summary", { text: t("web.hint.why") }),
          el(
            "ul",
            { class: "reasons" },
            reasons.map((/** @type {Json} */ reason) => el("li", { text: reason })),
          ),
        )
      : null,
    el("button", {
      type: "button",
      class: index === 0 ? "button primary" : "button",
      text: t("web.hint.play"),
      dataset: { test: `advice-play-${index + 1}` },
      on: { click: play },
    }),
  );
}
