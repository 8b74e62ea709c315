/** Where others find this server: a link with the name that a machine has for itself is of no use to them. */

import { get } from "./api.js";

const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];
/** @type {Promise<{lan: string|null}>|null} */
let asked = null;

/**
 * The beginning of a link that others can follow, and whether only this machine can.
 * @returns {Promise<{origin: string, onlyHere: boolean}>}
 */
export async function reach() {
  if (!OWN_NAMES.includes(location.hostname)) return { origin: location.origin, onlyHere: false };
  asked ??= get("/api/address");
  const { lan } = await asked;
  return { origin: lan ?? location.origin, onlyHere: lan === null };
}
