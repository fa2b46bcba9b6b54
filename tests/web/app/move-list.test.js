/** The list of moves: what was played before the page was loaded looks as it did then. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { lineOf, replayLine } from "../../../src/sixprime/web/static/app/match/move-list.js";

const before = { board: Array(26).fill(0), off: { white: 0, black: 0 }, roll: null, cube: { value: 1, owner: null, offered: null } };

test("a tie of the opening roll is a line, during the game and when the page is loaded again", () => {
  const live = lineOf({ type: "open", white: 6, black: 6 }, before);
  assert.deepEqual(live, { player: null, words: "opening 6-6: tie" });
  assert.deepEqual(replayLine({ type: "open", roll: [6, 6], cube: { value: 1 } }), live);
  assert.equal(replayLine({ type: "open", roll: [6, 4], cube: { value: 1 } }), null);
});
