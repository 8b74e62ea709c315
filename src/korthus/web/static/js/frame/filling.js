/** Nobody else comes: computers take the seats that are free. */

import { textButton } from "../controls.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { levelsOf, loadGames, usualLevel } from "../pages/parts/games.js";
import { levelName } from "../people.js";
import { noting } from "./dialogs.js";

/**
 * A choice of strength and a button, for whoever sits at a table that waits.
 * @param {Session} session
 * @returns {{element: HTMLElement, update: (state: TableState, free: number) => void}}
 */
export function fillBox(session) {
  const level = el("select", { "aria-label": t("web.fill.level"), dataset: { test: "fill-level" } });
  const fill = textButton(t("web.fill"), "fill", () =>
    noting(() => session.request("fill", { level: level.value })),
  );
  const element = el("div", { class: "with-button fill-box", hidden: true }, level, fill);

  async function offer(/** @type {string} */ name) {
    const game = (await loadGames()).find((/** @type {Json} */ each) => each.name === name);
    level.replaceChildren(
      ...levelsOf(game).levels.map((/** @type {Json} */ each) =>
        el("option", {
          value: each.name,
          text: levelName(each.name),
          selected: each.name === usualLevel(game),
        }),
      ),
    );
  }

  return {
    element,
    update({ seat, game }, free) {
      element.hidden = seat === null || free === 0;
      if (!element.hidden && !level.options.length) noting(() => offer(game));
    },
  };
}
