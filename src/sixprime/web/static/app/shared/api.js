/** Requests to the server, and what it says when it refuses. */

import { language, text, wordsAreThere } from "./translations.js";

/** The server said no, or did not answer. `code` is one of docs/protocol.md, or `offline`. */
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
 * Ask for something.
 * @template [T=any]
 * @param {string} path
 * @returns {Promise<T>}
 */
export function get(path) {
  return request("GET", path);
}

/**
 * Send something.
 * @template [T=any]
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export function post(path, body) {
  return request("POST", path, body);
}

/**
 * Send a form with files.
 * @template [T=any]
 * @param {string} path
 * @param {FormData} form
 * @returns {Promise<T>}
 */
export function upload(path, form) {
  return request("POST", path, form);
}

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
    answer = await fetch(path, options);
  } catch {
    await wordsAreThere();
    throw new ApiError("offline", text("The server does not answer. Is it running?"));
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  const error = found?.error;
  await wordsAreThere();
  throw new ApiError(
    error?.code ?? "unknown",
    error?.message ?? text("The server answered with an error ({status}).", { status: answer.status }),
    answer.status,
  );
}

/** @type {Promise<import("./types.js").About> | null} */
let aboutAnswer = null;

/** What the server says about itself: levels, presets, languages. Asked once a page. */
export function about() {
  aboutAnswer ??= get("/api/about");
  aboutAnswer.catch(() => (aboutAnswer = null));
  return aboutAnswer;
}
