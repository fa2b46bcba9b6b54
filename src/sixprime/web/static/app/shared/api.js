/** Requests to the server's HTTP API. */

import { language, sentence, text, translationsLoaded } from "./translations.js";

/** A refused or failed request. `code` is one of those in docs/protocol.md, or `offline` if there was no answer. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message in the reader's language
   * @param {number} [status]
   */
  constructor(code, message, status = 0) {
    super(message);
    this.name = "ApiError";
    this.code = code;
    this.status = status;
  }
}

/**
 * Send a GET request.
 * @template [T=any]
 * @param {string} path
 * @returns {Promise<T>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * Send a POST request with a JSON body.
 * @template [T=any]
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * Send a PUT request with a JSON body.
 * @template [T=any]
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export function put(path, body) {
  return request("PUT", path, body);
}

/**
 * Send a DELETE request.
 * @template [T=any]
 * @param {string} path
 * @returns {Promise<T>}
 */
export function remove(path) {
  return request("DELETE", path, {});
}

/**
 * Send a POST request with a form that contains files.
 * @template [T=any]
 * @param {string} path
 * @param {FormData} form
 * @returns {Promise<T>}
 */
export function upload(path, form) {
  return request("POST", path, form);
}

/**
 * The first request of the page that may change something. A new browser gets its cookie with the answer: what was sent
 * beside it would get another, and belong to somebody whom the browser forgets.
 * @type {Promise<Response> | null}
 */
let firstChange = null;

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language() };
  /** @type {RequestInit} */
  const options = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (body instanceof FormData) {
    options.body = body;
  } else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  /** @type {Response} */
  let answer;
  try {
    if (method !== "GET" && firstChange !== null) await firstChange.catch(() => null);
    const sent = fetch(path, options);
    if (method !== "GET") firstChange ??= sent;
    answer = await sent;
  } catch {
    await translationsLoaded();
    throw new ApiError("offline", text("The server is not responding. Is it running?"));
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  const error = found?.error;
  await translationsLoaded();
  throw new ApiError(
    error?.code ?? "unknown",
    error?.message ?? text("The server reported an error ({status}).", { status: answer.status }),
    answer.status,
  );
}

/**
 * The message of whatever was thrown, as a sentence.
 * @param {unknown} error
 */
export function errorMessage(error) {
  return sentence(error instanceof Error ? error.message : String(error));
}

/** @type {Promise<import("./types.js").About> | null} */
let aboutAnswer = null;

/** The server's version, levels, presets and languages. Requested once per page. */
export function fetchAbout() {
  aboutAnswer ??= get("/api/about");
  aboutAnswer.catch(() => (aboutAnswer = null));
  return aboutAnswer;
}
