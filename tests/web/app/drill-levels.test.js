import assert from "node:assert/strict";
import { test } from "node:test";

import { afterAnswer } from "../../../src/sixprime/web/static/app/learning/drill-levels.js";

/** The standing after several answers, `+` for a right one. */
function after(start, answers) {
  return [...answers].reduce((standing, answer) => afterAnswer(standing, answer === "+", 4), start);
}

test("three right answers in a row lead to the next level, two wrong ones back", () => {
  const start = { level: 1, run: 0 };
  assert.deepEqual(after(start, "++"), { level: 1, run: 2 });
  assert.deepEqual(after(start, "+++"), { level: 2, run: 0 });
  assert.deepEqual(after(start, "++-+"), { level: 1, run: 1 });
  assert.deepEqual(after({ level: 3, run: 2 }, "--"), { level: 2, run: 0 });
  assert.deepEqual(after({ level: 3, run: 0 }, "-+-"), { level: 3, run: -1 });
});

test("levels end at both ends", () => {
  assert.equal(after({ level: 4, run: 0 }, "++++++").level, 4);
  assert.equal(after({ level: 1, run: 0 }, "------").level, 1);
});
