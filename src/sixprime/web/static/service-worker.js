/// <reference lib="webworker" />
/**
 * Keeps what has been loaded, so that it can be looked at while the server does not answer.
 *
 * The server comes first, always: what is kept is shown only when there is no answer in time. Pages and their modules are
 * kept when the worker is installed; of the matches, what has been looked at. Nothing but GET is ever touched, and of the
 * API only the answers named below. Each version of the program has a store of its own, and removes the others.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const STORE_PREFIX = "sixprime-";
const STORE = STORE_PREFIX + (new URL(worker.location.href).searchParams.get("version") || "0");
const ANSWERS = `${STORE}-answers`;
/** So many milliseconds a file may take where it is kept as well; an answer takes longer, on a server that has just begun. */
const PATIENCE = { file: 4000, answer: 10_000 };
const MOST_ANSWERS = 120;

/** The pages, by the path under which each is kept: one for all matches, and one for all replays. */
const PAGES = ["/", "/match", "/replay", "/history", "/editor", "/rules", "/dice", "/settings", "/about"];
/** The words of the languages: pages name them only when they know the reader. */
const WORDS = ["de", "fr", "it", "hu"].map((language) => `/static/words/${language}.json`);
/** What a page asks for that is worth keeping: what can be looked at again, and nothing that does anything. */
const KEPT_ANSWERS = [
  /^\/api\/about$/,
  /^\/api\/matches$/,
  /^\/api\/matches\/[\w-]+$/,
  /^\/api\/matches\/[\w-]+\/(replay|dice)$/,
  /^\/api\/dice\/statistics$/,
];

worker.addEventListener("install", (event) => {
  event.waitUntil(keepEverything().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(removeOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin || request.headers.has("range")) return;
  if (url.pathname.startsWith("/api/")) {
    if (!url.searchParams.has("version") && KEPT_ANSWERS.some((path) => path.test(url.pathname))) event.respondWith(answerFor(event));
  } else if (request.mode === "navigate") {
    event.respondWith(pageFor(request));
  } else if (url.pathname.startsWith("/static/")) {
    event.respondWith(fileFor(request));
  }
});

/**
 * The path under which a page is kept: `/match/abc` and `/match/xyz` are the same page.
 * @param {string} path
 */
function pageKey(path) {
  const first = /^\/[a-z]*/.exec(path)?.[0] ?? "/";
  return PAGES.includes(first) ? first : path;
}

/** @param {Request} request */
async function pageFor(request) {
  const key = pageKey(new URL(request.url).pathname);
  return freshOrKept(request, STORE, key, PATIENCE.file);
}

/** @param {Request} request */
async function fileFor(request) {
  return freshOrKept(request, STORE, new URL(request.url).pathname, PATIENCE.file);
}

/** @param {FetchEvent} event */
async function answerFor(event) {
  const url = new URL(event.request.url);
  const key = url.pathname + url.search;
  const answer = await freshOrKept(event.request, ANSWERS, key, PATIENCE.answer);
  const isKept = answer.headers.has("X-Sixprime-Kept");
  const client = await worker.clients.get(event.clientId);
  client?.postMessage({ type: isKept ? "kept" : "fresh", path: url.pathname, since: answer.headers.get("X-Sixprime-Kept") });
  if (!isKept) event.waitUntil(trim());
  return answer;
}

/**
 * What the server says now; what it said before if it does not answer in time, or not at all.
 * @param {Request} request
 * @param {string} store
 * @param {string} key
 * @param {number} patience
 * @returns {Promise<Response>}
 */
async function freshOrKept(request, store, key, patience) {
  const cache = await caches.open(store);
  const kept = await cache.match(key);
  /** @type {Promise<Response>} */
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok && answer.type === "basic" && !answer.redirected) await cache.put(key, await dated(answer.clone()));
    return answer;
  });
  if (!kept) return asked;
  const since = kept.headers.get("X-Sixprime-Date") ?? "";
  const old = new Response(kept.body, { status: kept.status, headers: kept.headers });
  old.headers.set("X-Sixprime-Kept", since);
  const late = new Promise((resolve) => setTimeout(resolve, patience, old));
  asked.catch(() => null);
  return Promise.race([asked.then((answer) => (answer.status >= 502 ? old : answer)), late]).catch(() => old);
}

/**
 * An answer that remembers when it was given.
 * @param {Response} answer
 */
async function dated(answer) {
  const copy = new Response(await answer.blob(), { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  copy.headers.set("X-Sixprime-Date", new Date().toISOString());
  return copy;
}

/** Keep the oldest answers no longer than there is room for newer ones. */
async function trim() {
  const cache = await caches.open(ANSWERS);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS)).map((key) => cache.delete(key)));
}

async function removeOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(STORE_PREFIX) && name !== STORE && name !== ANSWERS);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Keep all pages, and all files that they name, and all that those name. A file that is not there is passed over. */
async function keepEverything() {
  const cache = await caches.open(STORE);
  /** @type {Map<string, string>} where to fetch, and under which name to keep */
  let next = new Map(PAGES.map((page) => [page === "/match" || page === "/replay" ? `${page}/offline` : page, page]));
  for (const words of WORDS) next.set(words, words);
  /** @type {Set<string>} */
  const known = new Set(next.values());
  while (next.size > 0) {
    const found = await Promise.all([...next].map(([path, key]) => keepFile(cache, path, key)));
    next = new Map(found.flat().filter((path) => !known.has(path)).map((path) => [path, path]));
    for (const path of next.keys()) known.add(path);
  }
}

/**
 * Keep a file.
 * @param {Cache} cache
 * @param {string} path
 * @param {string} key
 * @returns {Promise<string[]>} the files that it names
 */
async function keepFile(cache, path, key) {
  const answer = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!answer?.ok) return [];
  const kind = answer.headers.get("Content-Type") ?? "";
  const written = /html|javascript|css/.test(kind) ? await answer.clone().text() : "";
  await cache.put(key, await dated(answer));
  return namedFiles(written, new URL(answer.url));
}

/**
 * The files of this server that a page, a module or a style sheet names.
 * @param {string} written
 * @param {URL} base
 * @returns {string[]}
 */
function namedFiles(written, base) {
  const pattern = /(?:src|href)="([^"#]+)|(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"|url\("?([^")#]+)|["`](\/static\/[\w./-]+\.\w+)/g;
  return [...written.matchAll(pattern)]
    .map((found) => new URL(found[1] ?? found[2] ?? found[3] ?? found[4] ?? "", base))
    .filter((url) => url.origin === base.origin && url.pathname.startsWith("/static/"))
    .map((url) => url.pathname);
}
