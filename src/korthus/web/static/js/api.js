/** The server's HTTP interface. */

import { language, t } from "./i18n.js";

/** An answer of no: `code` for programs, `reason` for people, in their language. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {string} reason
   */
  constructor(code, reason, status = 0) {
    super(reason);
    this.name = "Refused";
    this.code = code;
    this.reason = reason;
    this.status = status;
  }
}

/**
 * The JSON at a path.
 * @param {string} path
 * @param {{bearer?: string|null}} [options] `bearer`: a player's token
 * @throws {Refused}
 */
export function get(path, options = {}) {
  return ask("GET", path, undefined, options);
}

/**
 * Sends JSON to a path, and gives the JSON of the answer.
 * @param {string} path
 * @param {object} body
 * @param {{bearer?: string|null}} options `bearer`: a player's token
 * @throws {Refused}
 */
export function post(path, body = {}, options = {}) {
  return ask("POST", path, body, options);
}

/**
 * Gets JSON from a path as the text it came as, for those who look at every letter of it.
 * @param {string} path
 * @returns {Promise<string>}
 * @throws {Refused}
 */
export function getText(path) {
  return ask("GET", path, undefined, { asText: true });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{bearer?: string|null, asText?: boolean}} [options]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, { bearer, asText } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    tellLine(false);
    throw new Refused("NO_CONNECTION", t("web.error.no_connection"));
  }
  tellLine(true);
  if (answer.ok && asText) return answer.text();
  const content = await read(answer);
  if (answer.ok) return content;
  throw new Refused(
    content?.code ?? "SERVER",
    content?.reason ?? t("web.error.server", { status: answer.status }),
    answer.status,
  );
}

/** Tells the page whether the server was heard. @param {boolean} open */
function tellLine(open) {
  document.dispatchEvent(new CustomEvent("line", { detail: { open } }));
}

/** @param {Response} answer */
async function read(answer) {
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  return isJson ? answer.json() : null;
}
