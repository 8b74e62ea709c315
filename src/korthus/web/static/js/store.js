/** What this browser keeps of its person: who they are, and which seats they hold. */

import { post } from "./api.js";

const PLAYER = "korthus.player";
/** @param {string} code */
const seatKey = (code) => `korthus.seat.${code}`;

/** @type {Promise<{player: string}>|null} */
let asking = null;

/** Whether this browser's person has a token already, and so may have games. */
export const isKnown = () => localStorage.getItem(PLAYER) !== null;

/** The token of this browser's person; made by the server on first need. */
export async function playerToken() {
  const known = localStorage.getItem(PLAYER);
  if (known) return known;
  asking ??= post("/api/me").finally(() => {
    asking = null;
  });
  const { player } = await asking;
  localStorage.setItem(PLAYER, player);
  return player;
}

/** The token of the seat held at a table, or null. @param {string} code @returns {string|null} */
export function seatToken(code) {
  return keptSeat(code)?.token ?? null;
}

/** The seat held at a table and its token, or null. @param {string} code */
export function keptSeat(code) {
  const text = localStorage.getItem(seatKey(code));
  return text ? JSON.parse(text) : null;
}

/**
 * Remembers that this browser holds a seat.
 * @param {string} code
 * @param {number} seat
 * @param {string} token
 */
export function keepSeat(code, seat, token) {
  localStorage.setItem(seatKey(code), JSON.stringify({ seat, token }));
}

/** Forgets the seat held at a table. @param {string} code */
export function forgetSeat(code) {
  localStorage.removeItem(seatKey(code));
}

/**
 * Remembers the invitations of a table that this browser has opened.
 * @param {string} code
 * @param {{seat: number, invite: string}[]} invites
 */
export function keepInvites(code, invites) {
  localStorage.setItem(`korthus.invites.${code}`, JSON.stringify(invites));
}

/**
 * The invitations of a table that this browser has opened; none for others.
 * @param {string} code
 * @returns {{seat: number, invite: string}[]}
 */
export function keptInvites(code) {
  return JSON.parse(localStorage.getItem(`korthus.invites.${code}`) ?? "[]");
}
