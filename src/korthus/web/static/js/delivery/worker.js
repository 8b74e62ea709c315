/**
 * The page's service worker: with it the page opens without its server, as it was last seen.
 *
 * It keeps files, which are named by what is in them and so never grow old, the page itself for when nobody
 * answers, and the list of games. Nothing else is kept: no answer about a person, a table or a card. Each
 * version of the house has a store of its own, and the newest one throws the others away.
 */

/** The server writes the version in here (`web/delivery`). */
const VERSION = "";
const STORE = `korthus-${VERSION}`;
/** The same for everybody; asked for first, and remembered for when there is no answer. */
const PUBLIC = new Set(["/api/games"]);

/** What a worker has instead of a window. @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install());
  worker.skipWaiting();
});
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(event.data.keep)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** Keeps the page, and the files that it names. */
async function install() {
  const store = await caches.open(STORE);
  const page = await fetch("/");
  if (!page.ok) throw new Error(`the page did not come (${page.status})`);
  const text = await page.clone().text();
  await store.put("/", page);
  await keep([...text.matchAll(/"(\/files\/[^"]+\.(?:js|css))"/g)].map(([, address]) => address));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("korthus-") && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Keeps what a page has loaded; it mostly comes from the browser's own store. @param {string[]} addresses */
async function keep(addresses) {
  await Promise.all(addresses.map((address) => answerTo(new Request(address))));
}

/** The answer to a request; null for what is none of the worker's business. @param {Request} request */
function answerTo(request) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return null;
  if (request.mode === "navigate") return page(request);
  if (pathname.startsWith("/files/")) return file(request);
  return PUBLIC.has(pathname) ? latest(request) : null;
}

/** Always the server's page while there is a server. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { cacheName: STORE });
    if (kept) return kept;
    throw error;
  }
}

/** @param {Request} request */
async function file(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  // What stands in for a file that is gone must not be kept under its name.
  const isLasting = answer.headers.get("Cache-Control")?.includes("immutable");
  if (answer.ok && isLasting) await store.put(request.url, answer.clone());
  return answer;
}

/** @param {Request} request */
async function latest(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const kept = await store.match(request.url);
    if (kept) return kept;
    throw error;
  }
}
