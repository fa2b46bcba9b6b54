/**
 * Sending answers to the server. Each has an id of its own and is kept in this browser until the server has it, so that
 * nothing is lost while there is no connection, and nothing counts twice.
 */

import { ApiError, post } from "../shared/api.js";
import { storedItem, storeItem } from "../shared/storage.js";

/**
 * @typedef {object} Attempt
 * @property {"card" | "opening" | "drill" | "puzzle" | "lesson"} kind
 * @property {string} key what was asked: the id of a card, the name of a lesson
 * @property {string} [topic] what it counts as in statistics
 * @property {1 | 2 | 3 | 4} grade wrong, nearly the best, right, right and easy
 * @property {number | null} [loss] what the answer gives away, as a normalised equity
 * @property {number | null} [milliseconds] how long it took
 * @property {Record<string, unknown>} [detail]
 */

const KEY = "sixprime.attempts";
const MOST_AT_ONCE = 100;
const MOST_WAITING = 2000;

/** Whether a request is under way. */
let isSending = false;

/** Keep an answer and send it when that is possible. @param {Attempt} attempt @returns {Promise<boolean>} whether the server has it now */
export async function sendAttempt(attempt) {
  const id = crypto.randomUUID();
  store([...waitingAttempts(), { ...attempt, id, at: Date.now() }]);
  await sendWaiting();
  return !waitingAttempts().some((waiting) => waiting.id === id);
}

/** Answers that the server does not have yet. @returns {(Attempt & {id: string, at: number})[]} */
export function waitingAttempts() {
  try {
    const found = JSON.parse(storedItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Send what waits, oldest first. What the server cannot take is dropped; what it did not get stays. */
export async function sendWaiting() {
  if (isSending) return;
  isSending = true;
  try {
    for (let batch = waitingAttempts().slice(0, MOST_AT_ONCE); batch.length > 0; batch = waitingAttempts().slice(0, MOST_AT_ONCE)) {
      const now = Date.now();
      await post("/api/practice/attempts", { attempts: batch.map(({ at, ...attempt }) => ({ ...attempt, ago: Math.max(0, Math.round(now - at)) })) });
      drop(batch);
    }
  } catch (problem) {
    const isHopeless = problem instanceof ApiError && [400, 413, 422].includes(problem.status);
    if (isHopeless) drop(waitingAttempts().slice(0, MOST_AT_ONCE));
  } finally {
    isSending = false;
  }
}

/** Send what waits now, and whenever the browser is online again. */
export function sendWhenOnline() {
  window.addEventListener("online", () => void sendWaiting());
  void sendWaiting();
}

/** @param {{id: string}[]} sent */
function drop(sent) {
  const ids = new Set(sent.map((attempt) => attempt.id));
  store(waitingAttempts().filter((attempt) => !ids.has(attempt.id)));
}

/** @param {object[]} attempts */
function store(attempts) {
  storeItem(KEY, attempts.length > 0 ? JSON.stringify(attempts.slice(-MOST_WAITING)) : null);
}
