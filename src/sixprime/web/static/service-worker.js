/// <reference lib="webworker" />
/**
 * The service worker: caches pages and answers, so that they can be viewed while the server is unreachable.
 *
 * It is network first: the cache is used only if there is no answer in time. Only bundles, which have a hash of their
 * contents in their names, come from the cache at once. Pages and their files are cached when the worker is installed,
 * matches when they are viewed. Only GET requests are handled and, of the API, only the paths below; what is cached of a
 * match goes when the match is deleted.
 * Each version of the program has caches of its own, and deletes those of other versions.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE_PREFIX = "sixprime-";
const FILE_CACHE = CACHE_PREFIX + (new URL(worker.location.href).searchParams.get("version") || "0");
const ANSWER_CACHE = `${FILE_CACHE}-answers`;
/**
 * After how many milliseconds the cache is used instead of the network. Answers of the API may take longer, because a
 * server that has just started is slow.
 */
const TIMEOUTS = { file: 4000, answer: 10_000 };
const MOST_ANSWERS = 240;

/** The paths under which pages are cached: one for all matches, one for all reviews, each page of practice by itself. */
const PAGES = ["/", "/match", "/review", "/history", "/practice", "/practice/cards", "/practice/openings", "/practice/puzzle", "/openings", "/practice/drills", "/position", "/editor", "/learn", "/rules", "/dice", "/settings", "/about"];
/** The translations, which no page links to: which one is loaded depends on the user. */
const TRANSLATIONS = ["de", "fr", "it", "hu"].map((language) => `/static/words/${language}.json`);
/** Paths under which contents never change. */
const BUNDLES = /^\/static\/bundles\/[\w-]+-[0-9a-f]{12}\.(js|css)$/;
/** The API paths whose answers are cached. */
const CACHED_ANSWERS = [
  /^\/api\/about$/,
  /^\/api\/matches$/,
  /^\/api\/matches\/[\w-]+$/,
  /^\/api\/matches\/[\w-]+\/(replay|dice|analysis)$/,
  /^\/api\/dice\/statistics$/,
  /^\/api\/practice\/(statistics|settings|due|cards\/\w+)$/,
];

/** The path of a match. */
const MATCH = /^\/api\/matches\/[\w-]+$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(cacheEverything().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(deleteOtherVersions().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === "DELETE" && MATCH.test(url.pathname)) return event.respondWith(deleteMatch(request, url.pathname));
  if (request.method !== "GET" || request.headers.has("range")) return;
  if (url.pathname.startsWith("/api/")) {
    if (!url.searchParams.has("version") && CACHED_ANSWERS.some((path) => path.test(url.pathname))) event.respondWith(answerFor(event));
  } else if (request.mode === "navigate") {
    event.respondWith(pageFor(request));
  } else if (url.pathname.startsWith("/static/")) {
    event.respondWith(fileFor(request));
  }
});

/**
 * The path under which a page is cached: `/match/abc` and `/match/xyz` are the same page.
 * @param {string} path
 */
function pageKey(path) {
  if (PAGES.includes(path)) return path;
  const first = /^\/[a-z]*/.exec(path)?.[0] ?? "/";
  return PAGES.includes(first) ? first : path;
}

/** @param {Request} request */
async function pageFor(request) {
  const key = pageKey(new URL(request.url).pathname);
  return networkFirst(request, FILE_CACHE, key, TIMEOUTS.file);
}

/** @param {Request} request */
async function fileFor(request) {
  const path = new URL(request.url).pathname;
  const cached = BUNDLES.test(path) ? await caches.match(path) : null;
  return cached ?? networkFirst(request, FILE_CACHE, path, TIMEOUTS.file);
}

/** @param {FetchEvent} event */
async function answerFor(event) {
  const url = new URL(event.request.url);
  const key = url.pathname + url.search;
  const answer = await networkFirst(event.request, ANSWER_CACHE, key, TIMEOUTS.answer);
  const isCached = answer.headers.has("X-Sixprime-Cached");
  const client = await worker.clients.get(event.clientId);
  client?.postMessage({ type: isCached ? "cached" : "fresh", path: url.pathname, since: answer.headers.get("X-Sixprime-Cached") });
  if (!isCached) event.waitUntil(deleteOldAnswers());
  return answer;
}

/**
 * Have the server delete a match and, if it has, delete what is cached of it, also in lists.
 * @param {Request} request
 * @param {string} path of the match
 */
async function deleteMatch(request, path) {
  const answer = await fetch(request);
  if (!answer.ok) return answer;
  const cache = await caches.open(ANSWER_CACHE);
  for (const key of await cache.keys()) {
    const { pathname } = new URL(key.url);
    if (pathname === path || pathname.startsWith(`${path}/`)) await cache.delete(key);
    else if (pathname === "/api/matches") await deleteFromList(cache, key, path.slice(pathname.length + 1));
  }
  return answer;
}

/**
 * @param {Cache} cache
 * @param {Request} key of a list of matches
 * @param {string} match
 */
async function deleteFromList(cache, key, match) {
  const cached = await cache.match(key);
  if (!cached) return;
  const list = await cached.json();
  const matches = list.matches.filter((/** @type {{match: string}} */ one) => one.match !== match);
  const headers = new Headers(cached.headers);
  headers.delete("Content-Length");
  await cache.put(key, new Response(JSON.stringify({ ...list, matches }), { headers }));
}

/**
 * The server's answer or, if it does not come in time or is a gateway error, the cached one.
 * @param {Request} request
 * @param {string} cacheName
 * @param {string} key
 * @param {number} timeout in milliseconds
 * @returns {Promise<Response>}
 */
async function networkFirst(request, cacheName, key, timeout) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(key);
  /** @type {Promise<Response>} */
  const fetched = fetch(request).then(async (answer) => {
    if (answer.ok && answer.type === "basic" && !answer.redirected) await cache.put(key, await dated(answer.clone()));
    return answer;
  });
  if (!cached) return fetched;
  const since = cached.headers.get("X-Sixprime-Date") ?? "";
  const old = new Response(cached.body, { status: cached.status, headers: cached.headers });
  old.headers.set("X-Sixprime-Cached", since);
  const late = new Promise((resolve) => setTimeout(resolve, timeout, old));
  fetched.catch(() => null);
  return Promise.race([fetched.then((answer) => (answer.status >= 502 ? old : answer)), late]).catch(() => old);
}

/**
 * A copy of an answer with a header that says when it was received.
 * @param {Response} answer
 */
async function dated(answer) {
  const copy = new Response(await answer.blob(), { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  copy.headers.set("X-Sixprime-Date", new Date().toISOString());
  return copy;
}

/** Delete the oldest answers if there are too many. */
async function deleteOldAnswers() {
  const cache = await caches.open(ANSWER_CACHE);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS)).map((key) => cache.delete(key)));
}

async function deleteOtherVersions() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== FILE_CACHE && name !== ANSWER_CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Cache all pages and, recursively, all files that they refer to. Missing files are ignored. */
async function cacheEverything() {
  const cache = await caches.open(FILE_CACHE);
  /** @type {Map<string, string>} the paths to fetch, each with the key to cache it under */
  let next = new Map(PAGES.map((page) => [page === "/match" || page === "/review" ? `${page}/offline` : page, page]));
  for (const path of TRANSLATIONS) next.set(path, path);
  /** @type {Set<string>} */
  const known = new Set(next.values());
  while (next.size > 0) {
    const found = await Promise.all([...next].map(([path, key]) => cacheFile(cache, path, key)));
    next = new Map(found.flat().filter((path) => !known.has(path)).map((path) => [path, path]));
    for (const path of next.keys()) known.add(path);
  }
}

/**
 * Fetch and cache a file.
 * @param {Cache} cache
 * @param {string} path
 * @param {string} key
 * @returns {Promise<string[]>} the files that it refers to
 */
async function cacheFile(cache, path, key) {
  const answer = await fetch(path, { cache: BUNDLES.test(path) ? "default" : "no-cache" }).catch(() => null);
  if (!answer?.ok) return [];
  const kind = answer.headers.get("Content-Type") ?? "";
  const written = /html|javascript|css/.test(kind) ? await answer.clone().text() : "";
  await cache.put(key, await dated(answer));
  return referencedFiles(written, new URL(answer.url));
}

/**
 * The files of this server that a page, a module or a style sheet refers to.
 * @param {string} written
 * @param {URL} base
 * @returns {string[]}
 */
function referencedFiles(written, base) {
  const pattern = /(?:src|href)="([^"#]+)|(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+\.js)"|url\("?([^")#]+)|["`](\/static\/[\w./-]+\.\w+)/g;
  return [...written.matchAll(pattern)]
    .map((found) => new URL(found[1] ?? found[2] ?? found[3] ?? found[4] ?? "", base))
    .filter((url) => url.origin === base.origin && url.pathname.startsWith("/static/"))
    .map((url) => url.pathname);
}
