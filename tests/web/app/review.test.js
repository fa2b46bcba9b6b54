// What the review knows: marks, the filter of decisions, and messages that come while an analysis runs.
import assert from "node:assert/strict";
import { test } from "node:test";

import { depthInAddress } from "../../../src/sixprime/web/static/app/analysis/depths.js";
import { isAtLeast, kindOf, markOf } from "../../../src/sixprime/web/static/app/analysis/marks.js";
import { errorsOf, isOpen, openFilter, passes } from "../../../src/sixprime/web/static/app/review/decision-filter.js";
import { FrameDecisions } from "../../../src/sixprime/web/static/app/review/frame-decisions.js";
import { ReviewData } from "../../../src/sixprime/web/static/app/review/review-data.js";

/** @param {number} event @param {object} more */
function decision(event, more = {}) {
  return { event, version: event + 1, game: 1, player: "white", kind: "play", action: "play", forced: false, loss: 0, match_loss: null, mark: "none", cube_error: null, words: "8/5", best: "8/5", luck: null, ...more };
}

/** @param {number} event @param {object} more */
function roll(event, more = {}) {
  return { event, version: event + 1, game: 1, player: "white", roll: [3, 1], luck: 0, match_luck: null, mark: null, win_chance: 0.5, match_chance: null, ...more };
}

const ANALYSIS = { analysis: "a", match: "m", event: null, depth: "fast", state: "running", done: 1, total: 9, ahead: 0, engine: "e", is_current: true, mine: true, message: null };

test("a loss has the mark whose limit it is shown to reach", () => {
  const limits = { inaccuracy: 0.02, error: 0.04, blunder: 0.08 };
  assert.deepEqual([0, 0.0199, 0.01996, 0.02, 0.0399, 0.04, 0.0799, 0.08, 2].map((loss) => markOf(loss, limits)), ["none", "none", "inaccuracy", "inaccuracy", "inaccuracy", "error", "error", "blunder", "blunder"]);
  assert.equal(markOf(0.05), "error", "the limits of the settings, if none are given");
  assert.equal(markOf(0.05, { inaccuracy: 0.06, error: 0.1, blunder: 0.2 }), "none");
  assert.ok(isAtLeast("blunder", "error"));
  assert.ok(!isAtLeast("none", "inaccuracy"));
});

test("doubles and their answers are cube decisions", () => {
  assert.deepEqual(["play", "double", "answer", "resignation", "resignation-answer"].map((kind) => kindOf({ kind })), ["play", "cube", "cube", "resignation", "resignation"]);
});

test("the filter is by kind, player and size; forced plays are no errors", () => {
  const all = [decision(1, { loss: 0.03 }), decision(3, { kind: "double", action: "roll", player: "black", loss: 0.1 }), decision(5, { forced: true }), decision(7, { kind: "answer", action: "take", loss: 0.05 }), decision(9)];
  const passing = (/** @type {object} */ part) => all.filter((one) => passes(one, { ...openFilter(), ...part })).map(({ event }) => event);
  assert.deepEqual(passing({}), [1, 3, 5, 7, 9]);
  assert.deepEqual(passing({ kind: "cube" }), [3, 7]);
  assert.deepEqual(passing({ player: "white" }), [1, 7, 9]);
  assert.deepEqual(passing({ least: "error" }), [3, 7]);
  assert.deepEqual(passing({ least: "inaccuracy", kind: "play" }), [1]);
  assert.ok(isOpen(openFilter()));
  assert.deepEqual(errorsOf(all, openFilter(), undefined).map(({ event }) => event), [1, 3, 7]);
  assert.deepEqual(errorsOf(all, { ...openFilter(), player: "black" }).map(({ event }) => event), [3]);
});

test("what comes while an analysis runs is added in the order of the match, and told", () => {
  const data = new ReviewData();
  /** @type {unknown[]} */
  const told = [];
  data.listen(({ events }) => told.push(events === "all" ? events : [...events]));
  data.load(null);
  assert.ok(data.isEmpty && !data.isRunning);
  data.receive({ type: "progress", analysis: ANALYSIS });
  assert.ok(data.isRunning);
  data.receive({ type: "decisions", decisions: [decision(5, { loss: 0.1 })], rolls: [roll(4)], figures: { white: 1, black: 2 } });
  data.receive({ type: "decisions", decisions: [decision(1)], rolls: [], figures: { white: 3, black: 4 } });
  assert.deepEqual(data.decisions.map(({ event }) => event), [1, 5]);
  assert.equal(data.roll(4)?.event, 4);
  assert.deepEqual(data.figures, { white: 3, black: 4 });
  assert.deepEqual(told, ["all", [], [5, 4], [1]]);
});

test("a rollout of one decision replaces what it lost", () => {
  const data = new ReviewData();
  data.receive({ type: "decisions", decisions: [decision(5, { loss: 0.1 })], rolls: [], figures: {} });
  data.replace({ event: 5, loss: 0.02, match_loss: 0.01, cube_error: null });
  assert.equal(data.decision(5)?.loss, 0.02);
  assert.equal(data.decision(5)?.words, "8/5");
  data.replace({ event: 6, loss: 0.5, match_loss: null, cube_error: null });
  assert.equal(data.decision(6), null);
});

test("a whole review takes the place of what came in pieces", () => {
  const data = new ReviewData();
  data.receive({ type: "decisions", decisions: [decision(5)], rolls: [roll(4)], figures: {} });
  data.receive({ type: "review", review: { analysis: { ...ANALYSIS, state: "done" }, decisions: [decision(1), decision(3)], rolls: [], figures: { white: 1 }, games: [{ game: 1 }], available: [ANALYSIS] } });
  assert.deepEqual(data.decisions.map(({ event }) => event), [1, 3]);
  assert.equal(data.roll(4), null);
  assert.ok(!data.isRunning);
  assert.equal(data.games.length, 1);
});

test("the address may ask for an analysis", () => {
  assert.equal(depthInAddress("#analyse=deep"), "deep");
  assert.equal(depthInAddress("#analyse=endless"), null);
  assert.equal(depthInAddress("#v=3"), null);
});

test("of a turn the worst error is shown, else the play; doubles that nobody would think of are left out", () => {
  const data = new ReviewData();
  const frame = { events: [{ event: 4, version: 5 }, { event: 5, version: 6 }], label: "8/5", roll: [3, 1] };
  const decisions = new FrameDecisions([/** @type {any} */ (frame)], data);
  const figures = (/** @type {number[]} */ events) => ({ white: { doubles: { events } }, black: { doubles: { events: [] } } });
  const cube = { kind: "double", action: "roll", words: "no double" };
  assert.equal(decisions.eventToShow(frame), null);
  data.receive({ type: "decisions", decisions: [decision(4, cube), decision(5)], rolls: [roll(4, { mark: "very-lucky" })], figures: figures([]) });
  assert.deepEqual(decisions.of(frame).map(({ event }) => event), [5]);
  data.receive({ type: "decisions", decisions: [], rolls: [], figures: figures([4]) });
  assert.deepEqual(decisions.of(frame).map(({ event }) => event), [4, 5], "a double was close");
  assert.equal(decisions.eventToShow(frame), 5);
  data.receive({ type: "decisions", decisions: [decision(4, { ...cube, loss: 0.1 }), decision(5, { loss: 0.05 })], rolls: [], figures: figures([]) });
  assert.equal(decisions.eventToShow(frame), 4);
  assert.equal(decisions.eventToShow(frame, 5), 5, "what is asked for");
  assert.deepEqual(decisions.marksOf(frame), { isKnown: true, errors: [{ mark: "blunder", loss: 0.1, isCube: true }, { mark: "error", loss: 0.05, isCube: false }], luck: "very-lucky" });
  assert.equal(decisions.describe(4), "no double");
  assert.equal(decisions.describe(5), "8/5");
  assert.equal(decisions.indexOf(5), 0);
});
