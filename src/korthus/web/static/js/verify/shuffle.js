/**
 * The fair shuffle `korthus/1`, redone with the browser's own cryptography (docs/fair-shuffle.md).
 *
 * The only thing this module trusts is WebCrypto; it asks the server nothing.
 */

const SCHEME = "korthus/1";
const WORDS = 2 ** 32;
const SEED_BYTES = 32;

/** Whether this browser lends its cryptography to this page: it does on https and on localhost. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/** The bytes of a hexadecimal text, or null if it is none. @param {string} text */
export function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 of some bytes, in lower-case hex. @param {Json} bytes */
export async function sha256(bytes) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** What the table published before the first card: SHA-256 of its seed. */
export const commitmentOf = sha256;

/** A function that gives HMAC-SHA256 of a message under this key. @param {Json} key */
async function hmacWith(key) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return async (/** @type {Json} */ message) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

/** The scheme's name, then each seat's seed after its length in four bytes. @param {string[]} seatSeeds */
function keyMessage(seatSeeds) {
  const encoder = new TextEncoder();
  const parts = [...encoder.encode(SCHEME)];
  for (const seed of seatSeeds) {
    const raw = encoder.encode(seed);
    parts.push(...fourBytes(raw.length), ...raw);
  }
  return Uint8Array.from(parts);
}

/** @param {number} number */
function fourBytes(number) {
  return [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
}

/**
 * Draw number and block number, eight bytes each. Neither comes near 2³² in any game.
 * @param {number} number
 * @param {number} block
 */
function blockMessage(number, block) {
  return Uint8Array.from([0, 0, 0, 0, ...fourBytes(number), 0, 0, 0, 0, ...fourBytes(block)]);
}

/**
 * The stream of a game's luck.
 *
 * @param {Uint8Array} serverSeed 32 bytes
 * @param {string[]} seatSeeds what each seat added, "" for nothing; empty if no seat did
 * @returns {Promise<(number: number, pool: any[], count: number) => Promise<any[]>>} draw number `number`:
 *   `count` of the `pool`, in the order drawn
 * @throws {RangeError} the seed has another length
 */
export async function openStream(serverSeed, seatSeeds) {
  if (serverSeed.length !== SEED_BYTES) throw new RangeError(`a server seed has ${SEED_BYTES} bytes`);
  const sign = await hmacWith(await (await hmacWith(serverSeed))(keyMessage(seatSeeds)));

  /** @param {number} number */
  async function* words(number) {
    for (let block = 0; ; block += 1) {
      const view = new DataView((await sign(blockMessage(number, block))).buffer);
      for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
    }
  }

  return async function draw(number, pool, count) {
    const source = words(number);
    const cards = [...pool];
    for (let index = 0; index < count; index += 1) {
      const left = cards.length - index;
      let word = 0;
      do word = Number((await source.next()).value);
      while (word >= WORDS - (WORDS % left));
      const other = index + (word % left);
      [cards[index], cards[other]] = [cards[other], cards[index]];
    }
    return cards.slice(0, count);
  };
}
