/** The end of a game at a table: told when the table has shown it, with a way to play again. */

import { post } from "../api.js";
import { navigate } from "../router.js";
import { sound } from "../sound.js";
import { keepInvites, keepSeat, playerToken } from "../store.js";
import { noting } from "./dialogs.js";
import { showResult } from "./result.js";

/** Whether the end was shown, and the sheet of the result. */
export class Ending {
  #session;
  #nameOf;
  #open = false;
  /** Whether the table has shown the end. */
  shown = false;

  /**
   * @param {Session} session
   * @param {NameOf} nameOf
   */
  constructor(session, nameOf) {
    this.#session = session;
    this.#nameOf = nameOf;
  }

  /** Whether the sheet of the result lies open. */
  get isOpen() {
    return this.#open;
  }

  /** The table has shown the end. @param {boolean} seen whether somebody was there when it came */
  come(seen) {
    const { state } = this.#session;
    if (seen && state.outcome?.winners.some((seat) => seat === state.seat)) sound("win");
    this.open();
  }

  /** Opens the sheet of the result. */
  open() {
    if (this.#open || !this.#session.state.outcome) return;
    this.#open = true;
    const again = async () => {
      const code = await playAgain(this.#session.state);
      dialog.close();
      navigate(`/t/${code}`);
    };
    const dialog = showResult(this.#session.state, {
      nameOf: this.#nameOf,
      onAgain: () => noting(again),
      onClose: () => {
        this.#open = false;
      },
    });
  }
}

/**
 * Opens a table like this one: the same rules, the same computers, new invitations for people.
 * @param {TableState} state
 * @returns {Promise<string>} its code
 */
async function playAgain({ game, preset, options, practice, clock, players, seat }) {
  const seats = players.map((player) => {
    if (player.seat === seat) return { kind: "me", name: player.name };
    return player.bot ? { kind: "bot", level: player.bot } : { kind: "friend" };
  });
  const wish = { game, preset, options, practice, clock, seats, open: false, starts: "full", at: null };
  const made = await post("/api/tables", { ...wish, player: await playerToken() });
  if (made.token) keepSeat(made.code, made.seat, made.token);
  keepInvites(made.code, made.invites);
  return made.code;
}
