/** Faces of computer players, drawn in the hand of the court cards: flat, geometric, one attribute each. */

import { svg } from "./dom.js";

/** @typedef {[keyof SVGElementTagNameMap, string, Record<string, string|number>]} Shape tag, class, attributes */

/** Shoulders, neck and head, as everybody has them. @type {Shape[]} */
const BODY = [
  ["path", "robe", { d: "M4 50c2-12 10-16 20-16s18 4 20 16z" }],
  ["path", "skin", { d: "M19 28h10v8a5 5 0 0 1-10 0z" }],
  ["path", "skin", { d: "M13 17c0-7 5-11 11-11s11 4 11 11v5c0 7-5 12-11 12s-11-5-11-12z" }],
];

/** Eyes, nose and mouth. @type {Shape[]} */
const FEATURES = [
  ["circle", "line", { cx: 19.5, cy: 20, r: 1.4 }],
  ["circle", "line", { cx: 28.5, cy: 20, r: 1.4 }],
  ["path", "stroke", { d: "M24 20.5v4.5h-2" }],
];

/** @param {string} d */
const mouth = (d) => /** @type {Shape} */ (["path", "stroke", { d }]);

/** What makes each of them: hair and attribute. @type {Record<string, Shape[]>} */
const FACES = {
  // A young one with a flower behind the ear.
  easy: [
    [
      "path",
      "hair gold",
      { d: "M11 20C10 9 16 4 24 4s14 5 13 16l-3-1c0-4-2-6-4-7-4 2-10 2-14 0-2 2-3 4-2 7z" },
    ],
    mouth("M20 28c2 2.5 6 2.5 8 0"),
    ["circle", "red", { cx: 37, cy: 14, r: 4 }],
    ["circle", "gold", { cx: 37, cy: 14, r: 1.5 }],
  ],
  // Somebody with a hat and a feather.
  normal: [
    ["path", "hair ink", { d: "M11 14h3v16c0 3-4 4-5 1zM37 14h-3v16c0 3 4 4 5 1z" }],
    [
      "path",
      "blue",
      { d: "M8 15c8-3 24-3 32 0l-1 2c-9-2-21-2-30 0zM13 13c0-7 4-10 11-10s11 3 11 10c-7-1.5-15-1.5-22 0z" },
    ],
    ["path", "gold", { d: "M33 12C34 5 40 2 44 2c0 5-4 9-10 11z" }],
    mouth("M20.5 28.500h7"),
  ],
  // A beard and a helm.
  strong: [
    [
      "path",
      "hair ink",
      { d: "M12 22c2 4 5 3 7 2 2 1.5 8 1.5 10 0 2 1 5 2 7-2 1 11-4 18-12 18s-13-7-12-18z" },
    ],
    ["path", "green", { d: "M11 17C10 8 16 3 24 3s14 5 13 14z" }],
    ["path", "gold", { d: "M10 15h28v3H10zM22.5 3h3v22h-3z" }],
    mouth("M20.5 29.500c2-1 5-1 7 0"),
  ],
  // White hair and a crown.
  strongest: [
    ["path", "hair paper", { d: "M10 16h4c-1 6 0 12 1 20-4 0-7-3-7-8zM38 16h-4c1 6 0 12-1 20 4 0 7-3 7-8z" }],
    ["path", "gold", { d: "M11 15 9 3l7 6 8-8 8 8 7-6-2 12z" }],
    ["circle", "red", { cx: 24, cy: 10.5, r: 1.8 }],
    ["circle", "stroke", { cx: 28.5, cy: 20, r: 3.6 }],
    mouth("M20.5 28c2 1.5 5 1 7.5-.5"),
  ],
};

/** One that is no level but a way of playing: the two cards of the house. @type {Shape[]} */
const OTHER = [
  ["path", "paper", { d: "m22 8 11 4-9 27-11-4z" }],
  ["path", "gold", { d: "m27 10 10-2 6 28-10 2z" }],
];

/**
 * The face of a computer player; decoration.
 * @param {string} level
 * @param {number} [also] how many others of that level sit there before: each has other colours
 */
export function face(level, also = 0) {
  const own = Object.hasOwn(FACES, level) ? FACES[level] : null;
  const [hair, ...rest] = own ?? [];
  const shapes = own ? [...BODY, hair, ...FEATURES, ...rest] : OTHER;
  return svg(
    "svg",
    {
      class: `face face-${own ? level : "other"} also-${also % 4}`,
      viewBox: "0 0 48 48",
      "aria-hidden": "true",
    },
    svg("rect", { class: "ground", width: 48, height: 48, rx: 8 }),
    shapes.map(([tag, kind, attributes]) => svg(tag, { class: kind, ...attributes })),
  );
}
