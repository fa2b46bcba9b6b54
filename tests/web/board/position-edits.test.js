/** Setting up a position by hand. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pileOn, withMoved, withPile } from "../../../src/sixprime/web/static/board/model/position-edits.js";
import { withPileChanged, editDragTargets, positionAfterTap } from "../../../src/sixprime/web/static/board/input/edit-input.js";
import { Layout } from "../../../src/sixprime/web/static/board/drawing/layout.js";
import { offOf, startPosition } from "../../../src/sixprime/web/static/board/model/places.js";

const empty = () => ({ board: Array(26).fill(0), off: { white: 15, black: 15 } });
const complete = ({ board, off }) => assert.deepEqual(offOf(board, 15), off);

test("piles are as high as there are checkers", () => {
  assert.deepEqual(pileOn(withPile(empty(), "p6", "white", 4), "p6"), { player: "white", count: 4 });
  assert.equal(pileOn(withPile(empty(), "p6", "white", 20), "p6").count, 15);
  assert.equal(withPile(empty(), "p6", "black", 3).board[6], -3);
  assert.equal(withPile(empty(), "white-off", "white", 3), null);
});

test("what stood there goes off the board", () => {
  const after = withPile(startPosition(), "p8", "black", 0);
  assert.deepEqual(after.off, { white: 3, black: 0 });
  complete(after);
});

test("the bar is its owner's, whatever the colour in the hand", () => {
  const after = withPile(empty(), "black-bar", "white", 1);
  assert.equal(after.board[0], -1);
  assert.equal(after.off.black, 14);
});

test("checkers can be put anywhere but on two of the other side", () => {
  const start = startPosition();
  assert.equal(withMoved(start, "p8", "p12"), null);
  assert.equal(withMoved(start, "p8", "p8"), null);
  assert.equal(withMoved(start, "p2", "p3"), null);
  const moved = withMoved(start, "p8", "p2");
  assert.deepEqual([moved.board[8], moved.board[2]], [2, 1]);
  complete(moved);
});

test("one of the other side goes to the bar, and trays are one's own", () => {
  const blot = withMoved(startPosition(), "p1", "p2");
  const hit = withMoved(blot, "p8", "p2");
  assert.deepEqual([hit.board[2], hit.board[0]], [1, -1]);
  complete(hit);
  const off = withMoved(startPosition(), "p8", "black-off");
  assert.equal(off.off.white, 1);
  const back = withMoved(off, "white-off", "p8");
  assert.deepEqual(back, startPosition());
});

test("every position that can be made is whole", () => {
  for (const after of editDragTargets(startPosition(), "p13").values()) complete(after);
  assert.equal(editDragTargets(startPosition(), "p13").has("p19"), false);
});

test("a tap makes a pile as high as where it falls", () => {
  const layout = new Layout({ width: 1280, height: 800, homeRight: true, bottom: "white" });
  const third = layout.spot("p4", 2);
  const made = positionAfterTap(empty(), "p4", third, "white", layout);
  assert.equal(made.board[4], 3);
  assert.equal(positionAfterTap(made, "p4", third, "white", layout).board[4], 2);
  assert.equal(positionAfterTap(made, "p4", layout.spot("p4", 0), "white", layout).board[4], 1);
  assert.equal(positionAfterTap(made, "p4", { ...third, y: layout.middle + 5 }, "white", layout).board[4], 4);
  assert.equal(positionAfterTap(empty(), "white-bar", layout.spot("white-bar", 0), "white", layout).board[25], 1);
});

test("keys add and take away", () => {
  const one = withPileChanged(empty(), "p6", "black", 1);
  assert.equal(one.board[6], -1);
  assert.equal(withPileChanged(one, "p6", "white", -1).board[6], 0);
  assert.equal(withPileChanged(one, "p6", "white", 1).board[6], 1);
});
