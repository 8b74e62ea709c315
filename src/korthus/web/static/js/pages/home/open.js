/** Opening a table and sitting down at one. */

import { post } from "../../api.js";
import { navigate } from "../../router.js";
import { keepInvites, keepSeat, playerToken } from "../../store.js";

const USUAL = {
  preset: null,
  options: {},
  practice: false,
  open: false,
  clock: null,
  starts: "full",
  link: "one",
  at: null,
};

/**
 * Asks the server for a table.
 * @param {Json} wish
 * @returns {Promise<{code: string, seat: number, token: string, invites: {seat: number, invite: string}[]}>}
 */
export async function makeTable(wish) {
  const made = await post("/api/tables", { ...USUAL, ...wish, player: await playerToken() });
  if (made.token) keepSeat(made.code, made.seat, made.token);
  if (made.invites.length > 0) keepInvites(made.code, made.invites);
  return made;
}

/** Opens a table and goes there. @param {Json} wish */
export async function openTable(wish) {
  const { code } = await makeTable(wish);
  navigate(`/t/${code}`);
}

/**
 * Takes a seat at a table that is open for anybody, and goes there.
 * @param {string} code
 * @param {string} name
 */
export async function joinTable(code, name) {
  const { seat, token } = await post(`/api/tables/${code}/join`, {
    invite: null,
    name,
    player: await playerToken(),
  });
  keepSeat(code, seat, token);
  navigate(`/t/${code}`);
}
