/** Where the page's files are. A file is named by what is in it, so that a browser may keep it for ever. */

/**
 * The hash of each file and bundle. The server writes them in here when it sends this (`web/delivery`);
 * without them the files are read one by one under their own names.
 * @type {Record<string, string>}
 */
const HASHES = {};

/** Whether the files came from the server put together and named. */
export const isSentTogether = Object.keys(HASHES).length > 0;

/** The address of a file below `static`. @param {string} name */
export const fileAt = (name) => (HASHES[name] ? `/files/${HASHES[name]}/${name}` : `/static/${name}`);

/** The address of every text of the page in a language. @param {string} lang */
export function wordsAt(lang) {
  const name = `words/${lang}.json`;
  return HASHES[name] ? fileAt(name) : `/api/locale/${lang}`;
}

/**
 * The address of a script with all that it imports and its words in a language; null if there is none.
 * @param {string} name
 * @param {string} lang
 */
export const bundleAt = (name, lang) => (HASHES[name] ? `/files/${HASHES[name]}/${lang}/${name}` : null);
