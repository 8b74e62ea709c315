/** What everybody at the table should know now: a lost connection, somebody away, a wish to take back. */

import { el, reconcile } from "../dom.js";
import { t } from "../i18n.js";
import { noting } from "./dialogs.js";
import { insteadTexts } from "./instead.js";

/**
 * @param {import("../session.js").TableSession} session
 * @param {(seat: number) => string} nameOf
 * @param {() => void} onWatch what to do when a moved seat wants to watch here
 */
export function createBanners(session, nameOf, onWatch) {
  const element = el("div", { class: "banners", "aria-live": "polite" });
  let retryAt = null;
  let knownRead = false;
  const readKnown = () => {
    knownRead = true;
    draw();
  };

  const button = (key, test, click, kind = "button small") =>
    el("button", { type: "button", class: kind, text: t(key), dataset: { test }, on: { click } });
  const answer = (agree) => () => noting(() => session.request("undo_answer", { agree }));

  /** What there is to say: key, words, urgency, and buttons made once. */
  function banners() {
    const { connection, players, undo_asked: asked, seat, over } = session.state;
    const { cannot_write: waits, sealed, known_cards: known, started } = session.state;
    const found = [];
    if (!sealed) found.push({ key: "seal", kind: "warning", text: t("web.seal.other") });
    if (known && !knownRead && started && !over && players.filter(({ bot }) => bot === null).length > 1) {
      found.push({
        key: "known-cards",
        kind: "warning",
        text: t("web.known_cards"),
        buttons: () => [button("web.known_cards.read", "known-cards-read", readKnown)],
      });
    }
    if (connection === "lost") {
      const n = retryAt === null ? 0 : Math.ceil((retryAt - performance.now()) / 1000);
      found.push({
        key: "lost",
        kind: "warning",
        text: n > 0 ? t("web.connection.retry", { n }) : t("web.connection.trying"),
      });
    }
    if (connection === "moved") {
      found.push({
        key: "moved",
        kind: "warning",
        text: `${t("web.connection.moved")} ${t("web.connection.moved.about")}`,
        buttons: () => [button("web.connection.watch", "watch-here", onWatch)],
      });
    }
    if (waits && connection === "open")
      found.push({ key: "cannot-write", kind: "warning", text: t("web.cannot_write") });
    const shown = over || connection !== "open" ? [] : players;
    for (const { key, why, text } of insteadTexts(shown)) {
      found.push({ key: `instead-${key}`, kind: why === "compiling" ? "" : "warning", text });
    }
    for (const player of shown) {
      if (player.standing_in) {
        found.push({
          key: `bot-${player.seat}`,
          kind: "",
          text: t("web.standing_in", { name: nameOf(player.seat) }),
        });
      } else if (player.absent_at !== null && player.absent_at !== undefined) {
        const n = Math.max(0, Math.ceil((player.absent_at - performance.now()) / 1000));
        found.push({
          key: `away-${player.seat}`,
          kind: "warning",
          text: t("web.absent", { name: nameOf(player.seat), n }),
        });
      }
    }
    if (asked !== null && asked === seat)
      found.push({ key: "undo", kind: "asking", text: t("web.undo.asked_by_me") });
    else if (asked !== null && seat !== null) {
      found.push({
        key: "undo-asked",
        kind: "asking",
        text: t("web.undo.asked", { name: nameOf(asked) }),
        buttons: () => [
          button("web.undo.allow", "undo-allow", answer(true), "button small primary"),
          button("web.undo.refuse", "undo-refuse", answer(false)),
        ],
      });
    }
    return found;
  }

  function draw() {
    reconcile(
      element,
      banners(),
      ({ key }) => key,
      ({ key, kind, buttons }) =>
        el(
          "div",
          { class: `banner ${kind}`, dataset: { test: `banner-${key}` } },
          el("span", { class: "banner-text" }),
          buttons?.(),
        ),
      (banner, { text }) => {
        const words = banner.firstElementChild;
        if (words.textContent !== text) words.textContent = text;
        // A countdown is for the eye; a screen reader hears of it once, when it begins.
        words.setAttribute("aria-live", "off");
      },
    );
  }

  return {
    element,
    draw,
    retry(at) {
      retryAt = at;
      draw();
    },
  };
}
