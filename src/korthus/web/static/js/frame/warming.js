/** A quiet line while the server still compiles its computer players. */

import { get, Refused } from "../api.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";

/** Milliseconds from one look to the next. */
const EVERY = 3_000;

/**
 * The line; hidden when there is nothing to say.
 * @param {() => string|null} [gameOf] the only game that matters here
 * @returns {{element: HTMLElement, start: () => () => void}} `start` begins to look, and gives what ends it
 */
export function warmingLine(gameOf = () => null) {
  const element = el("p", { class: "small soft warming", dataset: { test: "warming" }, hidden: true });
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let ended = false;

  async function look() {
    let games = {};
    try {
      ({ games } = await get("/api/warming"));
    } catch (error) {
      // Without an answer there is nothing to say; who plays for whom is said at the table itself.
      if (!(error instanceof Refused)) throw error;
    }
    if (ended) return;
    const only = gameOf();
    const left = Object.entries(games)
      .filter(([game]) => only === null || game === only)
      .flatMap(([, { left: levels }]) => Object.values(levels));
    element.hidden = left.length === 0;
    element.textContent = left.length ? t("web.warming", { n: Math.max(...left) }) : "";
    if (Object.keys(games).length) timer = setTimeout(() => look().catch(reportError), EVERY);
  }

  return {
    element,
    start() {
      look().catch(reportError);
      return () => {
        ended = true;
        clearTimeout(timer);
      };
    },
  };
}
