/** Following an analysis, with sockets, requests and a clock of its own. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { AnalysisJob } from "../../../src/sixprime/web/static/app/analysis/analysis-jobs.js";
import { PING_INTERVAL, SILENCE_LIMIT } from "../../../src/sixprime/web/static/app/live/sockets.js";
import { ApiError } from "../../../src/sixprime/web/static/app/shared/api.js";
import { FakeClock, FakeSocket } from "./fake-connections.js";

const RUNNING = { analysis: "a1", match: null, event: null, depth: "rollout", state: "running", done: 0, total: 1296, ahead: 0, engine: "e", is_current: true, mine: true, message: null };
const DONE = { ...RUNNING, state: "done", done: 1296 };

/** Let everything that waits for an answer go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

function following(analysis = RUNNING, answers = {}) {
  const clock = new FakeClock();
  const sockets = [];
  const paths = [];
  const heard = [];
  const ask = (method) => async (path) => {
    paths.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const listener = {
    progress: ({ state, done }) => heard.push(["progress", state, done]),
    result: (decision) => heard.push(["result", decision]),
    decisions: ({ decisions }) => heard.push(["decisions", decisions]),
    connection: (isConnected) => heard.push(["connection", isConnected]),
    failed: (problem) => heard.push(["failed", problem.message]),
  };
  const open = (path) => {
    sockets.push(Object.assign(new FakeSocket(), { path }));
    return sockets.at(-1);
  };
  const job = new AnalysisJob(analysis, listener, { open, clock, requests: { get: ask("GET"), remove: ask("DELETE") } }).follow();
  return { job, clock, sockets, paths, heard };
}

test("results and progress are told as they come, the last result before the end", async () => {
  const { job, sockets, heard, paths } = following(RUNNING, { "GET /api/analyses/a1/result": "last" });
  assert.equal(sockets[0].path, "/api/analyses/a1/live?language=en");
  sockets[0].open();
  sockets[0].say({ type: "result", result: "first" });
  sockets[0].say({ type: "progress", analysis: { ...RUNNING, done: 36 } });
  sockets[0].say({ type: "progress", analysis: DONE });
  await settled();
  assert.deepEqual(heard.filter(([kind]) => kind !== "connection"), [["progress", "running", 0], ["result", "first"], ["progress", "running", 36], ["result", "last"], ["progress", "done", 1296]]);
  assert.deepEqual(paths, ["GET /api/analyses/a1/result"]);
  assert.equal(job.analysis.state, "done");
  assert.equal(sockets[0].readyState, 3, "the connection is closed");
});

test("an analysis that has ended already needs no connection", async () => {
  const { sockets, heard } = following(DONE, { "GET /api/analyses/a1/result": "kept" });
  await settled();
  assert.equal(sockets.length, 0);
  assert.deepEqual(heard.at(-2), ["result", "kept"]);
  assert.deepEqual(heard.at(-1), ["progress", "done", 1296]);
});

test("of a whole match there is no single result", async () => {
  const { sockets, heard, paths } = following({ ...RUNNING, match: "m" });
  sockets[0].say({ type: "decisions", decisions: [1, 2], rolls: [], figures: {} });
  sockets[0].say({ type: "progress", analysis: { ...DONE, match: "m" } });
  await settled();
  assert.deepEqual(heard.at(-2), ["decisions", [1, 2]]);
  assert.deepEqual(heard.at(-1), ["progress", "done", 1296]);
  assert.deepEqual(paths, []);
});

test("a lost connection is made again, and progress is asked for", async () => {
  const { clock, sockets, heard } = following(RUNNING, { "GET /api/analyses/a1": { ...RUNNING, done: 500 } });
  sockets[0].drop();
  assert.deepEqual(heard.at(-1), ["connection", false]);
  clock.pass(1000);
  await settled();
  assert.equal(sockets.length, 2);
  assert.deepEqual(heard.at(-1), ["progress", "running", 500]);
  sockets[1].say({ type: "result", result: "more" });
  assert.deepEqual(heard.at(-1), ["result", "more"]);
  sockets[0].say({ type: "result", result: "from the dropped one" });
  assert.deepEqual(heard.at(-1), ["result", "more"]);
});

test("a connection on which nothing is heard is made again", async () => {
  const { clock, sockets } = following(RUNNING, { "GET /api/analyses/a1": RUNNING });
  sockets[0].open();
  clock.pass(PING_INTERVAL);
  assert.equal(sockets[0].said("ping").length, 1);
  sockets[0].say({ type: "pong" });
  clock.pass(PING_INTERVAL);
  assert.equal(sockets[0].said("ping").length, 2);
  clock.pass(SILENCE_LIMIT + 1000);
  await settled();
  assert.equal(sockets.length, 2);
});

test("an analysis that ended while the connection was lost is told to its end", async () => {
  const { clock, sockets, heard } = following(RUNNING, { "GET /api/analyses/a1": DONE, "GET /api/analyses/a1/result": "last" });
  sockets[0].drop();
  clock.pass(1000);
  await settled();
  assert.equal(sockets.length, 1);
  assert.deepEqual(heard.slice(-2), [["result", "last"], ["progress", "done", 1296]]);
});

test("while the server is away it is asked again and again", async () => {
  const answers = { "GET /api/analyses/a1": new ApiError("offline", "not there") };
  const { clock, sockets, paths, heard } = following(RUNNING, answers);
  sockets[0].drop();
  for (let times = 0; times < 5; times += 1) {
    clock.pass(15_000);
    await settled();
  }
  assert.ok(paths.length >= 4, `asked ${paths.length} times`);
  assert.equal(heard.some(([kind]) => kind === "failed"), false);
  answers["GET /api/analyses/a1"] = RUNNING;
  clock.pass(15_000);
  await settled();
  assert.equal(sockets.length, 2);
});

test("an analysis that is gone is not asked for again", async () => {
  const { clock, sockets, paths, heard } = following(RUNNING, { "GET /api/analyses/a1": new ApiError("not-found", "no such analysis", 404) });
  sockets[0].drop();
  clock.pass(1000);
  await settled();
  clock.pass(100_000);
  await settled();
  assert.deepEqual(heard.at(-1), ["failed", "no such analysis"]);
  assert.equal(paths.length, 1);
});

test("cancelling ends it, and what is no longer followed stays silent", async () => {
  const { job, heard, sockets, paths } = following(RUNNING, { "DELETE /api/analyses/a1": { ...RUNNING, state: "cancelled", done: 72 } });
  await job.cancel();
  assert.deepEqual(heard.at(-1), ["progress", "cancelled", 72]);
  assert.deepEqual(paths, ["DELETE /api/analyses/a1"]);
  const told = heard.length;
  sockets[0].say({ type: "result", result: "late" });
  assert.equal(heard.length, told);

  const other = following();
  other.job.stop();
  other.sockets[0].drop();
  other.clock.pass(100_000);
  await settled();
  assert.equal(other.sockets.length, 1);
});
