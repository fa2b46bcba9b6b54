/** One thing after the other. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { displayTime, DisplayQueue } from "../../../src/sixprime/web/static/app/live/display-queue.js";

function paced(moment = 100) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  const shown = [];
  return { shown, pace: new DisplayQueue((sight) => shown.push(sight.state), () => moment) };
}

test("each is shown for its moment", () => {
  const { shown, pace } = paced();
  pace.add({ state: 1, entry: null }, { state: 2, entry: null });
  pace.add({ state: 3, entry: null });
  assert.deepEqual(shown, [1]);
  assert.ok(pace.isBehind);
  mock.timers.tick(100);
  assert.deepEqual(shown, [1, 2]);
  mock.timers.tick(100);
  assert.deepEqual(shown, [1, 2, 3]);
  assert.ok(!pace.isBehind);
  mock.timers.tick(500);
  pace.add({ state: 4, entry: null });
  assert.deepEqual(shown, [1, 2, 3, 4]);
  mock.timers.reset();
});

test("who is in a hurry sees the latest at once, and nothing is left out", () => {
  const { shown, pace } = paced();
  pace.add({ state: 1, entry: null }, { state: 2, entry: null }, { state: 3, entry: null });
  pace.flush();
  assert.deepEqual(shown, [1, 2, 3]);
  mock.timers.tick(1000);
  pace.flush();
  assert.deepEqual(shown, [1, 2, 3]);
  mock.timers.reset();
});

test("dice stay longer on a slow board", () => {
  const roll = { seq: 1, entry: { type: "roll" } };
  assert.ok(displayTime(roll, "slow") > displayTime(roll, "normal"));
  assert.ok(displayTime(roll, "off") < displayTime(roll, "fast"));
  assert.equal(displayTime(null, "slow"), 0);
  assert.equal(displayTime({ seq: 1, entry: { type: "secret" } }, "slow"), 0);
});
