/** A newcomer's first Play: lessons are offered, once, and no is an answer. */

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { keepAsked } from "../learnt.js";
import { gameTitle } from "../pages/parts/games.js";
import { navigate } from "../router.js";
import { openDialog } from "./dialogs.js";

/**
 * Offers the lessons of a game, if it has some.
 * @param {Json} game as the server describes it
 * @returns {Promise<boolean>} whether the offer was taken, and the first lesson is on its way
 */
export async function takesLessons({ name, lessons }) {
  keepAsked();
  const taken = lessons > 0 && (await offer(name, lessons));
  if (taken) navigate(`/learn/${name}/1`);
  return taken;
}

/**
 * @param {string} game
 * @param {number} n how many lessons there are
 * @returns {Promise<boolean>}
 */
function offer(game, n) {
  return new Promise((resolve) => {
    const button = (/** @type {string} */ key, /** @type {string} */ look, /** @type {boolean} */ yes) =>
      el("button", {
        type: "button",
        class: `button ${look}`,
        text: t(key),
        dataset: { test: yes ? "learn-yes" : "learn-no" },
        on: {
          click: () => {
            resolve(yes);
            dialog.close();
          },
        },
      });
    const dialog = openDialog(
      t("lessons.offer.title"),
      [
        el("p", { text: t("lessons.offer.about", { n, game: gameTitle(game) }) }),
        el(
          "div",
          { class: "rows" },
          button("lessons.offer.yes", "primary", true),
          button("lessons.offer.no", "", false),
        ),
      ],
      { test: "offer", onClose: () => resolve(false) },
    );
  });
}
