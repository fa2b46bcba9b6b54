// Situations that are being set up.
import assert from "node:assert/strict";
import { test } from "node:test";

import { idInAddress, mayBeCrawford, setupFrom, startSetup, swappedSides } from "../../../src/sixprime/web/static/app/editor/setups.js";

test("swapping twice gives back what was there", () => {
  const setup = { ...startSetup(), on_roll: "black", cube: { value: 2, owner: "white" }, score: { white: 1, black: 4 } };
  setup.board[3] = -1;
  setup.board[25] = 1;
  assert.deepEqual(swappedSides(swappedSides(setup)), setup);
});

test("swapping puts each side in the other's place", () => {
  const setup = { ...startSetup(), cube: { value: 4, owner: "black" }, score: { white: 2, black: 3 } };
  setup.board = new Array(26).fill(0);
  setup.board[25] = 2;
  setup.board[6] = 3;
  const other = swappedSides(setup);
  assert.equal(other.board[0], -2);
  assert.equal(other.board[19], -3);
  assert.ok(other.board.every((count) => !Object.is(count, -0)));
  assert.deepEqual([other.on_roll, other.cube.owner, other.score], ["black", "white", { white: 3, black: 2 }]);
});

test("what the server does not say is as at the start", () => {
  const setup = setupFrom({ board: startSetup().board, on_roll: null });
  assert.deepEqual([setup.on_roll, setup.roll, setup.cube, setup.length, setup.crawford], ["white", null, { value: 1, owner: null }, null, false]);
});

test("the Crawford game is possible with one side alone a point from the end", () => {
  const at = (length, white, black) => mayBeCrawford({ ...startSetup(), length, score: { white, black } });
  assert.equal(at(5, 4, 2), true);
  assert.equal(at(5, 2, 4), true);
  assert.equal(at(5, 4, 4), false);
  assert.equal(at(5, 3, 3), false);
  assert.equal(at(1, 0, 0), false);
  assert.equal(at(null, 4, 0), false);
});

test("an id in the address is read with and without escapes; broken escapes are no id", () => {
  assert.equal(idInAddress("#XGID=-b----E"), "XGID=-b----E");
  assert.equal(idInAddress("#XGID%3D-b"), "XGID=-b");
  assert.equal(idInAddress("#%E0%A4%A"), "");
  assert.equal(idInAddress(""), "");
});
