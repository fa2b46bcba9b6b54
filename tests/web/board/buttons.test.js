/** Where the arrow keys lead. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf, neighbour, readingOrder } from "../../../src/sixprime/web/static/board/input/buttons.js";
import { Layout, PLACES } from "../../../src/sixprime/web/static/board/drawing/layout.js";

const ALL = [...PLACES, "dice", "cube", "undo"];
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

function boards() {
  const rooms = [{ width: 1280, height: 800 }, { width: 390, height: 430 }];
  return rooms.flatMap((room) => [true, false].flatMap((homeRight) => ["white", "black"].map((bottom) => new Layout({ ...room, homeRight, bottom }))));
}

function go(layout, from, ...keys) {
  const cells = ALL.map((place) => cellOf(place, layout));
  return keys.reduce((place, key) => neighbour(cellOf(place, layout), key, cells) ?? place, from);
}

test("every place is reached by arrow keys from every other", () => {
  for (const layout of boards()) {
    const reached = new Set(["p6"]);
    for (const place of reached) for (const key of KEYS) reached.add(go(layout, place, key));
    assert.equal(reached.size, ALL.length);
  }
});

test("left and right follow the board, up and down cross it", () => {
  const [layout] = boards();
  assert.equal(go(layout, "p8", "ArrowRight"), "p7");
  assert.equal(go(layout, "p8", "ArrowLeft"), "p9");
  assert.equal(go(layout, "p8", "ArrowUp"), "p17");
  assert.equal(go(layout, "p17", "ArrowDown"), "p8");
  assert.equal(go(layout, "p7", "ArrowRight"), "black-bar");
  assert.equal(go(layout, "p6", "ArrowLeft", "ArrowUp"), "dice");
  assert.equal(go(layout, "p1", "ArrowRight"), "white-off");
  assert.equal(go(layout, "p12", "ArrowLeft"), "cube");
  assert.equal(go(layout, "p3", "Home"), "p12");
});

test("with the home at the left all is the other way round", () => {
  const layout = new Layout({ width: 1280, height: 800, homeRight: false, bottom: "white" });
  assert.equal(go(layout, "p8", "ArrowLeft"), "p7");
  assert.equal(go(layout, "p1", "ArrowLeft"), "white-off");
  assert.equal(go(layout, "p12", "ArrowRight"), "cube");
});

test("everything is read once, the way of the player below in order", () => {
  const order = readingOrder("black");
  assert.deepEqual(new Set(order), new Set(ALL));
  assert.equal(order.length, ALL.length);
  assert.ok(order.indexOf("p1") < order.indexOf("p24"));
});
