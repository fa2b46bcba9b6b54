/** Sources of analyses: of a match on a server that answers as a test says, and inside a page. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { EmbeddedSource, PositionSource, ServerSource } from "../../../src/sixprime/web/static/app/analysis/sources.js";
import { FakeSocket } from "./fake-connections.js";

const RUNNING = { analysis: "a1", match: "m", event: null, depth: "fast", state: "running", done: 3, total: 9, ahead: 0, engine: "e", is_current: true, mine: true, message: null };
const DONE = { ...RUNNING, state: "done", done: 9 };

const settled = () => new Promise((resolve) => setImmediate(resolve));

let answers, requests, sockets;

beforeEach(() => {
  [answers, requests, sockets] = [{}, [], []];
  globalThis.location = { protocol: "http:", host: "here" };
  globalThis.fetch = async (path, { method, body }) => {
    requests.push(body ? `${method} ${path} ${body}` : `${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) return { ok: false, status: 404, json: async () => ({ error: { code: "not-found", message: "none" } }) };
    return { ok: true, status: 200, json: async () => answer };
  };
  globalThis.WebSocket = class extends FakeSocket {
    constructor(url) {
      super();
      this.url = url;
      sockets.push(this);
    }
  };
});

afterEach(() => {
  for (const name of ["location", "WebSocket"]) delete globalThis[name];
});

test("a match without an analysis has no review", async () => {
  const source = new ServerSource("m");
  assert.equal(await source.review(), null);
  assert.deepEqual(requests, ["GET /api/matches/m/analysis"]);
});

test("a review that is being made is followed, and told anew at its end", async () => {
  answers["GET /api/matches/m/analysis"] = { analysis: RUNNING, depth: "fast", decisions: [] };
  answers["GET /api/matches/m/analysis/decisions/4?depth=fast"] = { event: 4 };
  const source = new ServerSource("m");
  const heard = [];
  const leave = source.subscribe((message) => heard.push(message.type));
  await source.review();
  assert.equal(sockets[0].url, "ws://here/api/analyses/a1/live?language=en");
  assert.deepEqual(await source.decision(4), { event: 4 });
  await source.decision(4);
  assert.equal(requests.filter((path) => path.includes("decisions/4")).length, 1, "what is known is not asked for again");
  sockets[0].say({ type: "decisions", decisions: [{ event: 4 }], rolls: [], figures: {} });
  await source.decision(4);
  assert.equal(requests.filter((path) => path.includes("decisions/4")).length, 2, "but what was seen anew is");
  answers["GET /api/matches/m/analysis?depth=fast"] = { analysis: DONE, depth: "fast", decisions: [] };
  sockets[0].say({ type: "progress", analysis: DONE });
  await settled();
  assert.deepEqual(heard, ["progress", "connection", "decisions", "progress", "review"]);
  leave();
  source.close();
});

test("an analysis is begun, followed and cancelled", async () => {
  answers["POST /api/analyses"] = RUNNING;
  answers["DELETE /api/analyses/a1"] = { ...RUNNING, state: "cancelled" };
  answers["GET /api/matches/m/analysis?depth=fast"] = { analysis: { ...RUNNING, state: "cancelled" }, depth: "fast" };
  const source = new ServerSource("m");
  const states = [];
  source.subscribe((message) => message.type === "progress" && states.push(message.analysis.state));
  await source.analyse("fast");
  assert.equal(requests[0], 'POST /api/analyses {"match":"m","depth":"fast"}');
  assert.equal(sockets.length, 1);
  await source.cancel();
  await settled();
  assert.deepEqual(states, ["running", "cancelled"]);
  source.close();
});

test("the rollout of a decision takes its place", async () => {
  answers["POST /api/analyses"] = { ...RUNNING, event: 4, depth: "rollout" };
  const source = new ServerSource("m");
  const results = [];
  const job = await source.rollOut(4, { result: (decision) => results.push(decision) });
  assert.equal(requests[0], 'POST /api/analyses {"match":"m","event":4,"depth":"rollout"}');
  sockets[0].say({ type: "result", result: { event: 4, games: 36 } });
  assert.deepEqual(results, [{ event: 4, games: 36 }]);
  assert.deepEqual(await source.decision(4), { event: 4, games: 36 });
  assert.equal(requests.length, 1);
  job.stop();
});

test("a position is analysed by itself", async () => {
  answers["POST /api/analyses"] = { ...RUNNING, match: null };
  const job = await new PositionSource("XGID=here").rollOut(null, {});
  assert.equal(requests[0], 'POST /api/analyses {"position":"XGID=here","depth":"rollout"}');
  job.stop();
});

test("an analysis inside a page is complete, and cannot be rolled out", async () => {
  const source = new EmbeddedSource({ review: { depth: "deep" }, decisions: { 4: { event: 4 } } });
  assert.deepEqual(await source.review(), { depth: "deep" });
  assert.deepEqual(await source.decision(4), { event: 4 });
  await assert.rejects(source.decision(5), /no decision 5/);
  assert.equal("rollOut" in source, false);
  source.subscribe()();
  assert.deepEqual(requests, []);
});
