/** The house around the pages: header, language and table light, and the page that the address names. */

import { Refused } from "./api.js";
import { clear, el, focusOn, svg } from "./dom.js";
import { LANGUAGES, language, loadLanguage, setLanguage, t } from "./i18n.js";
import { sayLoading } from "./loading.js";
import { mark } from "./mark.js";
import { keepForOffline, offlineLine } from "./offline.js";
import { listen, route } from "./router.js";
import { isDark, settings } from "./settings.js";
import { explainTerms } from "./terms.js";

/** @type {Record<string, () => Promise<{default: (root: HTMLElement, params: any) => Promise<(() => void)|void>}>>} */
const PAGES = {
  home: () => import("./pages/home.js"),
  table: () => import("./pages/table.js"),
  rules: () => import("./pages/rules.js"),
  replay: () => import("./pages/replay.js"),
  review: () => import("./pages/review.js"),
  verify: () => import("./pages/verify.js"),
  stats: () => import("./pages/stats.js"),
  settings: () => import("./pages/settings.js"),
  explore: () => import("./pages/explore.js"),
  learn: () => import("./pages/learn.js"),
  lesson: () => import("./pages/lesson.js"),
  puzzles: () => import("./pages/puzzles.js"),
  puzzle: () => import("./pages/puzzle.js"),
  tournament: () => import("./pages/tournament.js"),
  analysis: () => import("./pages/analysis.js"),
};

/** The languages under their own names. */
/** @type {Record<string, string>} */
const LANGUAGE_NAMES = { en: "English", sv: "Svenska", es: "Español" };

const main = el("main", { id: "main", tabindex: "-1" });
let header = el("header");
/** @type {(() => void)|null} */
let unmount = null;
let turn = 0;

/** Where the header leads: the address, the word, the test's name and the drawing of each. */
/** @type {[string, string, string, string][]} */
const WAYS = [
  ["/stats", "web.nav.stats", "nav-stats", "M5 20v-9M12 20V4M19 20v-6"],
  ["/verify", "web.nav.verify", "nav-verify", "M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zM9 12l2 2 4-4"],
  ["/settings", "web.nav.settings", "nav-settings", "M4 7h9M18 7h2M4 17h2M11 17h9M15.5 4.5v5M8.5 14.5v5"],
];

function makeHeader() {
  return el(
    "header",
    { class: "house" },
    el(
      "a",
      { class: "brand", href: "/", dataset: { test: "brand" } },
      mark(),
      el("span", { text: "korthus" }),
    ),
    el(
      "nav",
      { "aria-label": t("web.nav") },
      WAYS.map((way) => wayTo(...way)),
    ),
    el("div", { class: "house-tools" }, languages(), light()),
  );
}

/**
 * @param {string} href
 * @param {string} key
 * @param {string} test
 * @param {string} drawing
 */
function wayTo(href, key, test, drawing) {
  return el(
    "a",
    { href, dataset: { test }, "aria-current": location.pathname === href ? "page" : null },
    svg(
      "svg",
      { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
      svg("path", { d: drawing }),
    ),
    el("span", { text: t(key) }),
  );
}

function languages() {
  return el(
    "select",
    {
      class: "language",
      "aria-label": t("web.language"),
      dataset: { test: "language" },
      on: { change: (event) => setLanguage(event.target.value).catch(reportError) },
    },
    LANGUAGES.map((lang) =>
      el("option", { value: lang, text: LANGUAGE_NAMES[lang], lang, selected: lang === language() }),
    ),
  );
}

function light() {
  return el(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": t(isDark() ? "web.theme.to_light" : "web.theme.to_dark"),
      title: t(isDark() ? "web.theme.to_light" : "web.theme.to_dark"),
      dataset: { test: "theme" },
      on: { click: () => settings.set("theme", isDark() ? "light" : "dark") },
    },
    lamp(),
  );
}

/** A lamp that is lit over a light table. */
function lamp() {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("circle", { class: "lamp-disc", cx: "12", cy: "12", r: "8" }),
    svg("path", { class: "lamp-half", d: "M12 4a8 8 0 0 1 0 16z" }),
  );
}

function showHeader() {
  const next = makeHeader();
  const at = document.activeElement;
  const test = at instanceof HTMLElement && header.contains(at) ? at.dataset.test : null;
  header.replaceWith(next);
  header = next;
  if (test) focusOn(header.querySelector(`[data-test="${test}"]`));
}

/** Ends what says that the page of before is loading. */
let loaded = () => {};

/** Shows the page of the address; `moved` is false when the browser has just opened it. */
async function show(moved = true) {
  turn += 1;
  const mine = turn;
  const found = route(location.pathname);
  loaded();
  unmount?.();
  unmount = null;
  clear(main);
  showHeader();
  document.body.dataset.page = found?.name ?? "lost";
  document.title = "korthus";
  if (!found) lost();
  else {
    const mineLoaded = sayLoading(main);
    loaded = mineLoaded;
    try {
      const page = await PAGES[found.name]();
      if (mine !== turn) return;
      const leave = await page.default(main, found.params);
      if (mine !== turn) {
        leave?.();
        return;
      }
      unmount = leave ?? null;
    } catch (error) {
      if (mine !== turn) return;
      trouble(error);
    } finally {
      mineLoaded();
    }
  }
  const heading = main.querySelector("h1");
  if (heading && document.title === "korthus") document.title = `${heading.textContent} · korthus`;
  if (moved) {
    scrollTo(0, 0);
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }
}

function lost() {
  main.append(
    el(
      "section",
      { class: "sheet notice-sheet" },
      el("h1", { text: t("web.lost") }),
      el("p", { text: t("web.lost.about") }),
      el("a", { class: "button primary", href: "/", text: t("web.lost.home") }),
    ),
  );
}

/**
 * Says that a page could not be shown; what is not a refusal is a fault, and is reported as one.
 * @param {unknown} error
 */
function trouble(error) {
  if (!(error instanceof Refused)) reportError(error);
  clear(main);
  main.append(
    el(
      "section",
      { class: "sheet notice-sheet", role: "alert" },
      el("h1", { text: t("web.trouble") }),
      el("p", { text: error instanceof Refused ? error.reason : t("web.trouble.about") }),
      el("a", { class: "button primary", href: "/", text: t("web.lost.home") }),
    ),
  );
}

async function open() {
  await loadLanguage();
  explainTerms();
  const skip = el("a", { class: "skip", href: "#main", text: t("web.skip") });
  document.body.append(skip, header, offlineLine(), main);
  document.addEventListener("language", () => {
    skip.textContent = t("web.skip");
    show(false);
  });
  settings.on((name) => {
    if (name === "theme") showHeader();
  });
  listen(() => show());
  await show(false);
}

open().then(
  // A browser may forbid it (private windows do); the page is as good without.
  () => keepForOffline().catch((error) => console.warn(error)),
  (error) => {
    reportError(error);
    document.getElementById("no-words")?.removeAttribute("hidden");
  },
);
