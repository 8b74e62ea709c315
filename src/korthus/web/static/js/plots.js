/**
 * Plots as SVG: lines, histograms and bars. Each is a figure with a title, a description for those who do not
 * see it, and its numbers in a table. Colours come from the stylesheet (`plot-…` classes), never from here.
 */

import { el, svg } from "./dom.js";
import { number, t } from "./i18n.js";

/** @typedef {(value: number) => number} Scale */

const EDGE = { top: 14, right: 16, bottom: 40, left: 48 };
let plots = 0;

/**
 * Round steps for an axis from `low` to `high`: multiples of 1, 2 or 5, about `wanted` of them.
 * @param {number} low
 * @param {number} high
 */
export function ticks(low, high, wanted = 5) {
  const span = high - low || 1;
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/**
 * @param {number[]} from
 * @param {number[]} to
 */
const scale = (from, to) => (/** @type {Json} */ value) =>
  to[0] + ((value - from[0]) / (from[1] - from[0] || 1)) * (to[1] - to[0]);
/** @param {number} value */
const short = (value) => number(value, { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });

/**
 * A figure round a drawing, with its numbers in a table that can be opened.
 * @param {string} title
 * @param {string} about
 * @param {Element} drawing
 * @param {Json} table
 */
function figure(title, about, drawing, table) {
  return el(
    "figure",
    { class: "plot" },
    el(
      "figcaption",
      {},
      el("b", { class: "serif", text: title }),
      about && el("span", { class: "soft small", text: about }),
    ),
    drawing,
    el("details", {}, el("summary", { text: t("web_home.plot.numbers") }), table),
  );
}

/**
 * A table; the first column names the rows. `stacked`: on a narrow screen each row becomes a small block.
 * @param {string} caption
 * @param {string[]} head
 * @param {Json[]} rows
 */
export function dataTable(caption, head, rows, { stacked = false } = {}) {
  return el(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": caption },
    el(
      "table",
      { class: stacked ? "numbers-table stacked" : "numbers-table" },
      el("caption", { class: "visually-hidden", text: caption }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((text) => el("th", { scope: "col", text })),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(([first, ...rest]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", text: first }),
            rest.map((/** @type {Json} */ text) => el("td", { text })),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {string} about
 */
function canvas(width, height, title, about) {
  plots += 1;
  const ids = [`plot-title-${plots}`, `plot-about-${plots}`];
  return svg(
    "svg",
    {
      class: "plot-canvas",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-labelledby": ids.join(" "),
    },
    svg("title", { id: ids[0], text: title }),
    svg("desc", { id: ids[1], text: about }),
  );
}

/**
 * Axes with their labels; `x` and `y` are scales.
 * @param {number} width
 * @param {number} height
 * @param {{x: Scale, y: Scale, xTicks: number[], yTicks: number[], xLabel: string, yLabel: string,
 *   xText?: (value: number) => string, yText?: (value: number) => string, zero?: boolean}} axis
 */
function axes(width, height, { x, y, xTicks, yTicks, xLabel, yLabel, xText = short, yText = short, zero }) {
  const bottom = height - EDGE.bottom;
  const right = width - EDGE.right;
  return svg(
    "g",
    { class: "plot-axes", "aria-hidden": "true" },
    yTicks.map((value) => [
      svg("line", {
        class: zero && Math.abs(value) < 1e-9 ? "plot-zero" : "plot-grid",
        x1: EDGE.left,
        x2: right,
        y1: y(value),
        y2: y(value),
      }),
      svg("text", { x: EDGE.left - 8, y: y(value) + 4, "text-anchor": "end", text: yText(value) }),
    ]),
    xTicks.map((value) =>
      svg("text", { x: x(value), y: bottom + 18, "text-anchor": "middle", text: xText(value) }),
    ),
    svg("line", { class: "plot-axis", x1: EDGE.left, x2: right, y1: bottom, y2: bottom }),
    svg("text", { class: "plot-label", x: right, y: height - 6, "text-anchor": "end", text: xLabel }),
    svg("text", { class: "plot-label", x: EDGE.left, y: 10, "text-anchor": "start", text: yLabel }),
  );
}

/**
 * Lines over steps or time.
 *
 * @param {object} plot
 * @param {string} plot.title
 * @param {string} plot.about what it shows, in a sentence
 * @param {{name: string, points: [number, number][]}[]} plot.series
 * @param {{x: number, y: number, label: string, seat: number, onPress: Function, test: string}[]} [plot.marks]
 * @param {string} plot.xLabel
 * @param {string} plot.yLabel
 * @param {(x: number) => string} [plot.xText]
 * @param {boolean} [plot.zero] whether zero is part of the picture
 * @param {number} [plot.width] in CSS pixels
 */
export function linePlot({
  title,
  about,
  series,
  marks = [],
  xLabel,
  yLabel,
  xText = short,
  zero = false,
  width = 640,
}) {
  const height = Math.round(Math.min(300, Math.max(210, width * 0.42)));
  const all = series.flatMap(({ points }) => points);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  if (zero) ys.push(0);
  const yRange = padded(Math.min(...ys), Math.max(...ys));
  const xRange = [Math.min(...xs), Math.max(...xs)];
  const x = scale(xRange, [EDGE.left, width - EDGE.right]);
  const y = scale(yRange, [height - EDGE.bottom, EDGE.top + 8]);
  const xTicks = ticks(xRange[0], xRange[1], width < 450 ? 4 : 8);
  const drawing = canvas(width, height, title, about);
  drawing.append(
    axes(width, height, {
      x,
      y,
      xTicks,
      yTicks: ticks(yRange[0], yRange[1], 5),
      xLabel,
      yLabel,
      xText,
      zero,
    }),
    ...series.map(({ points }, index) => {
      const path = points
        .map(([px, py], at) => `${at ? "L" : "M"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`)
        .join("");
      return points.length > 1
        ? svg("path", { class: `plot-line plot-line-${index % 5}`, d: path })
        : svg("circle", { class: `plot-dot plot-dot-${index % 5}`, cx: x(xs[0]), cy: y(ys[0]), r: 4 });
    }),
  );
  const shown = marks.length ? pressable(drawing, marks, x, y, width, height) : drawing;
  const key = series.length > 1 ? legend(series.map(({ name }) => name)) : null;
  const rows = tableRows(series, xText);
  return figure(
    title,
    about,
    el("div", {}, key, shown),
    dataTable(title, [xLabel, ...series.map(({ name }) => name)], rows),
  );
}

/**
 * @param {number} low
 * @param {number} high
 */
function padded(low, high) {
  const room = (high - low) * 0.08 || 1;
  return [low - room, high + room];
}

/**
 * One row per x of the first series; long lines are thinned out to what a person can read.
 * @param {Json[]} series
 * @param {(value: number) => string} xText
 */
function tableRows(series, xText) {
  const [first] = series;
  const every = Math.ceil(first.points.length / 60);
  return first.points
    .map((/** @type {Json} */ [x], /** @type {number} */ index) => [
      xText(x),
      ...series.map(({ points }) => short(points[index]?.[1] ?? NaN)),
    ])
    .filter(
      (/** @type {unknown} */ _, /** @type {number} */ index) =>
        index % every === 0 || index === first.points.length - 1,
    );
}

/**
 * Buttons over a drawing, at marks that lead somewhere.
 * @param {Element} drawing
 * @param {Json[]} marks
 * @param {Scale} x
 * @param {Scale} y
 * @param {number} width
 * @param {number} height
 */
function pressable(drawing, marks, x, y, width, height) {
  const buttons = marks.map((mark) => {
    const button = el("button", {
      type: "button",
      class: `plot-mark plot-mark-${mark.seat % 5}`,
      "aria-label": mark.label,
      title: mark.label,
      dataset: { test: mark.test },
      on: { click: mark.onPress },
    });
    button.style.setProperty("left", `${(100 * x(mark.x)) / width}%`);
    button.style.setProperty("top", `${(100 * y(mark.y)) / height}%`);
    return button;
  });
  return el("div", { class: "plot-pressable" }, drawing, buttons);
}

/** @param {string[]} names */
function legend(names) {
  return el(
    "ul",
    { class: "plot-legend", "aria-hidden": "true" },
    names.map((name, index) =>
      el("li", {}, el("i", { class: `plot-swatch plot-swatch-${index % 5}` }), name),
    ),
  );
}

/** How often values come up, in round classes. @param {Json} facts */
export function histogram({ title, about, values, xLabel, yLabel, width = 640 }) {
  const height = Math.round(Math.min(240, Math.max(190, width * 0.36)));
  const { edges, counts } = classes(values);
  const most = Math.max(...counts);
  const x = scale([edges[0], edges[edges.length - 1]], [EDGE.left, width - EDGE.right]);
  const y = scale([0, most], [height - EDGE.bottom, EDGE.top + 8]);
  const yTicks = ticks(0, most, 4).filter(Number.isInteger);
  const drawing = canvas(width, height, title, about);
  const every = Math.ceil(edges.length / (width < 450 ? 5 : 9));
  drawing.append(
    axes(width, height, {
      x,
      y,
      xTicks: edges.filter((_, index) => index % every === 0),
      yTicks,
      xLabel,
      yLabel,
    }),
    ...counts.map((count, index) =>
      svg("rect", {
        class: "plot-bar",
        x: x(edges[index]) + 1,
        width: Math.max(1, x(edges[index + 1]) - x(edges[index]) - 2),
        y: y(count),
        height: y(0) - y(count),
      }),
    ),
  );
  const rows = counts.map((count, index) => [
    `${short(edges[index])} – ${short(edges[index + 1])}`,
    number(count),
  ]);
  return figure(title, about, drawing, dataTable(title, [xLabel, yLabel], rows));
}

/**
 * Up to a dozen classes of equal width that hold all values; each holds its lower edge.
 * @param {number[]} values
 */
export function classes(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const marks = ticks(
    low,
    high === low ? low + 1 : high,
    Math.min(12, Math.max(4, Math.ceil(Math.sqrt(values.length)))),
  );
  const step = marks.length > 1 ? marks[1] - marks[0] : 1;
  const first = Math.floor(low / step) * step;
  const size = Math.floor((high - first) / step) + 1;
  const edges = Array.from({ length: size + 1 }, (_, index) => first + index * step);
  const counts = Array(size).fill(0);
  for (const value of values) counts[Math.min(size - 1, Math.floor((value - first) / step + 1e-9))] += 1;
  return { edges, counts };
}

/** Bars to both sides of zero, one row each, with an optional error. @param {Json} facts */
export function barPlot({ title, about, rows, unit, width = 640 }) {
  const line = 44;
  const names = Math.min(150, width * 0.3);
  const height = rows.length * line + 34;
  const reach = Math.max(
    1e-9,
    ...rows.map((/** @type {Json} */ { value, error = 0 }) => Math.abs(value) + error),
  );
  const low = Math.min(0, ...rows.map((/** @type {Json} */ { value, error = 0 }) => value - error));
  const x = scale([low < 0 ? -reach : 0, reach], [names + 12, width - 56]);
  const drawing = canvas(width, height, title, about);
  drawing.append(
    svg("line", { class: "plot-axis", x1: x(0), x2: x(0), y1: 4, y2: height - 30 }),
    ...rows.flatMap((/** @type {Json} */ { label, value, error, kind = "" }, /** @type {number} */ index) => {
      const top = index * line + 8;
      const [left, right] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
      return [
        svg("text", { class: "plot-name", x: names, y: top + 17, "text-anchor": "end", text: label }),
        svg("rect", {
          class: `plot-bar ${kind}`,
          x: left,
          width: Math.max(1, right - left),
          y: top,
          height: 24,
        }),
        error
          ? svg("line", {
              class: "plot-error",
              x1: x(value - error),
              x2: x(value + error),
              y1: top + 12,
              y2: top + 12,
            })
          : "",
        svg("text", {
          class: "plot-value",
          x: (value < 0 ? x(0) : Math.max(right, error ? x(value + error) : right)) + 6,
          y: top + 17,
          text: short(value),
        }),
      ];
    }),
    svg("text", { class: "plot-label", x: width - 8, y: height - 8, "text-anchor": "end", text: unit }),
  );
  const table = rows.map((/** @type {Json} */ { label, value, error }) => [
    label,
    short(value),
    error ? `± ${short(error)}` : "",
  ]);
  return figure(title, about, drawing, dataTable(title, ["", unit, t("web_home.plot.error")], table));
}
