/** How this person likes the table; kept in the browser, and worn by the root element. */

const KEY = "korthus.settings";

/** @type {Record<string, any>} */
const DEFAULTS = {
  theme: "auto",
  four_colour: true,
  trick_rest: 1200,
  motion: "auto",
  sound: false,
  volume: 0.6,
  notify: false,
  coach: "first",
  name: "",
  language: "auto",
};

/** @type {Set<(name: string, value: any) => void>} */
const listeners = new Set();
let values = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // What another hand wrote there is worth nothing: start afresh.
    localStorage.removeItem(KEY);
    return {};
  }
}

function wear() {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? "dark" : "light";
  root.dataset.motion = values.motion;
  root.classList.toggle("four-colour", values.four_colour);
  root.classList.toggle("two-colour", !values.four_colour);
  const edge = getComputedStyle(root).getPropertyValue("--table-edge");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", edge.trim());
}

/** Whether the table is dark now. */
export function isDark() {
  if (values.theme !== "auto") return values.theme === "dark";
  return !matchMedia("(prefers-color-scheme: light)").matches;
}

export const settings = {
  /** The value of a setting. @param {string} name */
  get(name) {
    if (!Object.hasOwn(DEFAULTS, name)) throw new Error(`no setting ${name}`);
    return values[name];
  },

  /**
   * Changes a setting, keeps it, and tells whoever listens.
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    if (!Object.hasOwn(DEFAULTS, name)) throw new Error(`no setting ${name}`);
    values = { ...values, [name]: value };
    localStorage.setItem(KEY, JSON.stringify(values));
    wear();
    for (const listener of listeners) listener(name, value);
  },

  /**
   * Calls `listener(name, value)` after each change; returns a function that ends it.
   * @param {(name: string, value: any) => void} listener
   */
  on(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

matchMedia("(prefers-color-scheme: light)").addEventListener("change", wear);
wear();
