/** One loop for everything that moves. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Animation } from "../../../src/sixprime/web/static/board/drawing/animation.js";

let frames = [];

beforeEach(() => {
  frames = [];
  globalThis.requestAnimationFrame = (step) => frames.push(step);
});

/** Let the browser draw a frame some milliseconds from now. */
function frame(milliseconds) {
  const now = performance.now() + milliseconds;
  for (const step of frames.splice(0)) step(now);
}

test("a motion begins where it is and ends where it goes", () => {
  const animation = new Animation();
  const shares = [];
  let ended = 0;
  animation.start("checker", (share) => shares.push(share), 200, { end: () => ended++ });
  assert.deepEqual(shares, [0]);
  frame(100);
  assert.ok(shares[1] > 0.5 && shares[1] < 1);
  frame(300);
  assert.equal(shares.at(-1), 1);
  assert.deepEqual([ended, animation.isRunning, frames.length], [1, false, 0]);
});

test("there is one loop, however much moves", () => {
  const animation = new Animation();
  for (const thing of ["one", "two", "three"]) animation.start(thing, () => {}, 200);
  assert.equal(frames.length, 1);
  frame(50);
  assert.equal(frames.length, 1);
});

test("what is too short to be seen is done at once", () => {
  const animation = new Animation();
  const shares = [];
  animation.start("checker", (share) => shares.push(share), 60);
  assert.deepEqual([shares, frames.length], [[1], 0]);
});

test("a later motion of the same thing takes over", () => {
  const animation = new Animation();
  const drawn = [];
  animation.start("checker", () => drawn.push("first"), 200);
  animation.start("checker", () => drawn.push("second"), 200);
  frame(50);
  assert.deepEqual(drawn, ["first", "second", "second"]);
});

test("everything can be brought to its end, or dropped", () => {
  const animation = new Animation();
  const shares = [];
  let ended = 0;
  animation.start("one", (share) => shares.push(share), 200, { delay: 100, end: () => ended++ });
  animation.start("two", () => assert.ok(true), 200, { end: () => assert.fail("it was dropped") });
  animation.cancel("two");
  animation.finishAll();
  assert.deepEqual([shares, ended, animation.isRunning], [[0, 1], 1, false]);
});

test("a motion may begin another when it ends", () => {
  const animation = new Animation();
  animation.start("one", () => {}, 100, { end: () => animation.start("two", () => {}, 100) });
  frame(150);
  assert.ok(animation.isRunning);
  assert.equal(frames.length, 1);
});
