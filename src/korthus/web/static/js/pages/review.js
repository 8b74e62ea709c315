/** A finished game looked back on: the curve, the mistakes, what was luck. */

import { get } from "../api.js";
import { linkButton } from "../controls.js";
import { el } from "../dom.js";
import { language, number, t } from "../i18n.js";
import { barPlot, linePlot } from "../plots.js";
import { navigate } from "../router.js";
import { playerToken } from "../store.js";

// keys: web_home.unit.*

/** Milliseconds from one question for the review to the next, while it is being made. */
const EVERY = 400;
/** Mistakes that are shown, the largest first. */
const MISTAKES_SHOWN = 5;

/**
 * @param {HTMLElement} root
 * @param {Json} more
 */
export default async function mount(root, { code }) {
  const bar = el("progress", { max: 1, value: 0, "aria-label": t("web_home.review.working") });
  const words = el("p", { text: t("web_home.review.working") });
  const status = el("section", { class: "sheet stack", role: "status" }, words, bar);
  const body = new ReviewBody(code);
  const title = el("h1", { text: t("web_home.review.title") });
  root.append(el("div", { class: "page review" }, title, status, body.element));
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let left = false;

  async function ask() {
    const path = `/api/tables/${encodeURIComponent(code)}/review?lang=${language()}`;
    const answer = await playerToken()
      .then((bearer) => get(path, { bearer }))
      .catch((error) => refuse(error, status, code));
    if (left || answer === null) return;
    if (answer.progress === undefined) {
      status.remove();
      body.show(answer, true);
      return;
    }
    bar.value = answer.progress;
    const said = working(answer);
    if (words.textContent !== said) words.textContent = said; // said again, a screen reader would read it again
    if (answer.review !== undefined) body.show(answer.review, false);
    timer = setTimeout(ask, EVERY);
  }

  await ask();
  return () => {
    left = true;
    clearTimeout(timer);
  };
}

/**
 * Says why there is no review, in place of its progress.
 * @param {Json} error
 * @param {HTMLElement} status
 * @param {string} code
 */
function refuse(error, status, code) {
  if (error.reason === undefined) throw error;
  status.replaceWith(
    el("section", { class: "sheet stack", role: "alert" }, el("p", { text: error.reason }), backLink(code)),
  );
  return null;
}

/** What there is of a review. */
class ReviewBody {
  element = el("div", { class: "review-body stack" });
  #code;
  #shown = "";

  /** @param {string} code */
  constructor(code) {
    this.#code = code;
  }

  /**
   * Shows it if it has changed. Whoever has the keyboard on a mistake keeps it there.
   * @param {Json} review
   * @param {boolean} whole
   */
  show(review, whole) {
    const now = JSON.stringify([whole, review.seats, review.curve]);
    if (now === this.#shown) return;
    this.#shown = now;
    const active = document.activeElement;
    const held =
      active instanceof HTMLElement && this.element.contains(active) ? active.dataset.test : undefined;
    this.element.replaceChildren(...this.#parts(review, whole));
    if (held === undefined) return;
    const again = this.element.querySelector(`[data-test="${CSS.escape(held)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /**
   * @param {Json} review
   * @param {boolean} whole
   */
  #parts(review, whole) {
    const width = Math.min(880, (this.element.parentElement?.clientWidth ?? 0) - 64);
    return [
      el("p", { class: "soft", text: t("web_home.review.about", { unit: unitName(review.unit) }) }),
      el("section", { class: "sheet" }, curve(review, this.#code, width)),
      ...(whole ? [luck(review, width)] : []),
      ...review.seats.map((/** @type {Json} */ seat, /** @type {number} */ index) =>
        seatSection(review, seat, index, this.#code),
      ),
      ...(whole ? [backLink(this.#code)] : []),
    ];
  }
}

/**
 * What is being done, for whoever waits.
 * @param {Json} answer
 */
function working(answer) {
  if (answer.place) return t("web_home.review.waiting", { n: answer.place });
  return t(answer.review === undefined ? "web_home.review.working" : "web_home.review.so_far");
}

/** @param {string} code */
const backLink = (code) => linkButton(`/replay/${code}`, t("web_home.replay"), "to-replay");

/**
 * What figures of a game count: several of it, for costs have a decimal.
 * @param {string} unit
 */
const unitName = (unit) => t(`web_home.unit.${unit}`, { n: 2 });
/** @param {number} value */
const amount = (value) => number(value, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/**
 * Step n of a replay shows the table after action n; a decision is best looked at just before it.
 * @param {string} code
 * @param {number} index
 */
const replayAt = (code, index) => `/replay/${code}?at=${index}`;

/**
 * @param {Json} review
 * @param {string} code
 * @param {number} width
 */
function curve(review, code, width) {
  const seats =
    review.seats.length === 2
      ? [0]
      : review.seats.map((/** @type {unknown} */ _, /** @type {Json} */ seat) => seat);
  const series = seats.map((/** @type {Json} */ seat) => ({
    name: review.seats[seat].name,
    points: review.curve.map((/** @type {number[]} */ values, /** @type {number} */ step) => [
      step,
      values[seat],
    ]),
  }));
  const wanted = new Set(
    review.seats.flatMap((/** @type {Json} */ seat) => seat.mistakes.slice(0, MISTAKES_SHOWN)),
  );
  const marks = review.decisions
    .filter((/** @type {Json} */ { index }) => wanted.has(index))
    .map((/** @type {Json} */ { index, seat, cost, label }) => ({
      x: index,
      y: review.curve[index][seats.includes(seat) ? seat : 0],
      seat,
      test: `mistake-${index}`,
      label: t("web_home.review.mark", {
        player: review.seats[seat].name,
        action: label,
        cost: amount(cost),
        unit: unitName(review.unit),
      }),
      onPress: () => navigate(replayAt(code, index)),
    }));
  return linePlot({
    title: t("web_home.review.curve"),
    about: t("web_home.review.curve.about", {
      player: series.map((/** @type {Json} */ { name }) => name).join(", "),
    }),
    series,
    marks,
    xLabel: t("web_home.review.step"),
    yLabel: unitName(review.unit),
    zero: true,
    width,
  });
}

/**
 * @param {Json} review
 * @param {number} width
 */
function luck(review, width) {
  const known = review.seats.filter((/** @type {Json} */ seat) => seat.luck !== null);
  if (known.length === 0) return el("p", { class: "soft", text: t("web_home.review.no_luck") });
  return el(
    "section",
    { class: "sheet" },
    barPlot({
      title: t("web_home.review.luck"),
      about: t("web_home.review.luck.about"),
      unit: unitName(review.unit),
      width,
      rows: known.flatMap((/** @type {Json} */ seat) => [
        {
          label: t("web_home.review.luck.of", { player: seat.name }),
          value: seat.luck,
          error: seat.luck_error,
          kind: "luck",
        },
        {
          label: t("web_home.review.play.of", { player: seat.name }),
          value: seat.play,
          error: seat.luck_error,
          kind: "play",
        },
      ]),
    }),
  );
}

/**
 * @param {Json} review
 * @param {Json} seat
 * @param {number} index
 * @param {string} code
 */
function seatSection(review, seat, index, code) {
  const worst = seat.mistakes
    .slice(0, MISTAKES_SHOWN)
    .map((/** @type {number} */ step) =>
      review.decisions.find((/** @type {Json} */ each) => each.index === step),
    );
  return el(
    "section",
    { class: "sheet stack", dataset: { test: `seat-${index}` } },
    el("h2", { text: seat.name }),
    el("p", {
      text: t(seat.mistakes.length ? "web_home.review.summary" : "web_home.review.faultless", {
        n: seat.mistakes.length,
        decisions: number(seat.decisions),
        cost: amount(seat.cost),
        unit: unitName(review.unit),
      }),
    }),
    worst.length
      ? el(
          "ol",
          { class: "mistakes" },
          worst.map((/** @type {Json} */ decision) => mistake(review, decision, code)),
        )
      : null,
  );
}

/**
 * @param {Json} review
 * @param {Json} decision
 * @param {string} code
 */
function mistake(review, decision, code) {
  const {
    index,
    label,
    best,
    best_label: bestLabel,
    cost,
    cost_error: error,
    reasons,
    best_reasons: better,
  } = decision;
  return el(
    "li",
    {},
    el(
      "p",
      { class: "mistake-head" },
      el("a", {
        href: `${replayAt(code, index)}&better=${encodeURIComponent(best)}`,
        text: t("web_home.review.at", { step: index }),
        dataset: { test: `better-${index}` },
      }),
      el("b", {
        class: "numbers cost",
        text: `−${amount(cost)} ± ${amount(error)} ${unitName(review.unit)}`,
      }),
    ),
    el("p", {}, el("span", { class: "soft", text: `${t("web_home.review.played")} ` }), words(label)),
    reasonList(reasons),
    el("p", {}, el("span", { class: "soft", text: `${t("web_home.review.better")} ` }), words(bestLabel)),
    reasonList(better),
  );
}

/** @param {string[]} reasons */
function reasonList(reasons) {
  return reasons.length
    ? el(
        "ul",
        { class: "why-list" },
        reasons.map((text) => el("li", { text })),
      )
    : null;
}

/** @param {string} text */
const words = (text) => el("span", { text });
