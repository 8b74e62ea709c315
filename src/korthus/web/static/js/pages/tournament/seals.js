/** What was promised about the cards of each deal, and which of them are open by now. */

import { el } from "../../dom.js";
import { t } from "../../i18n.js";

/** @param {Json} it */
export function sealSheet({ cards }) {
  return el(
    "details",
    { class: "sheet tournament-seals", dataset: { test: "seals" } },
    el("summary", {}, el("h2", { text: t("web_tournament.seals") })),
    el("p", { text: t("web_tournament.seals.about") }),
    el(
      "ol",
      {},
      cards.map((/** @type {Json} */ { commitment, revealed }, /** @type {number} */ deal) =>
        el(
          "li",
          {},
          el("span", { class: "seal-code", text: commitment }),
          " ",
          el("span", {
            class: "soft small",
            text: t(revealed ? "web_tournament.seal.open" : "web_tournament.seal.held"),
            dataset: { test: `seal-${deal}` },
          }),
        ),
      ),
    ),
  );
}
