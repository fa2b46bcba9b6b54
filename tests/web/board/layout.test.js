/** Where things lie on boards of all shapes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Layout, PLACES, isWithin } from "../../../src/sixprime/web/static/board/drawing/layout.js";

const ROOMS = [
  { width: 360, height: 390 },
  { width: 390, height: 430 },
  { width: 390, height: 800 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
  { width: 800, height: 1100 },
  { width: 300, height: 120 },
];

function layouts() {
  return ROOMS.flatMap((room) =>
    [true, false].flatMap((homeRight) => ["white", "black"].map((bottom) => new Layout({ ...room, homeRight, bottom }))),
  );
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
const overlap = (one, two) => one.x < two.x + two.width - 0.01 && two.x < one.x + one.width - 0.01 && one.y < two.y + two.height - 0.01 && two.y < one.y + one.height - 0.01;

test("every place is found where it lies, and places do not overlap", () => {
  for (const layout of layouts()) {
    for (const place of PLACES) {
      assert.equal(layout.placeAt(middle(layout.zone(place))), place);
      for (const other of PLACES) if (other !== place) assert.ok(!overlap(layout.zone(place), layout.zone(other)), `${place} ${other}`);
    }
  }
});

test("checkers lie within their places, and the board within its room", () => {
  for (const layout of layouts()) {
    for (const place of PLACES) {
      for (let number = 0; number < layout.capacity(place); number++) {
        const spot = layout.spot(place, number);
        if (!place.endsWith("-off")) assert.ok(isWithin(layout.zone(place), spot), `${place} ${number}`);
        else assert.ok(isWithin(layout.tray(place === "white-off" ? "white" : "black"), spot));
      }
    }
  }
  for (const room of ROOMS) {
    const layout = new Layout({ ...room, homeRight: true, bottom: "white" });
    assert.ok(layout.width * layout.scale <= room.width + 0.01);
    assert.ok(layout.height * layout.scale <= room.height + 0.01);
  }
});

test("the 1 point is at the right below, at the left below, or above", () => {
  const room = { width: 1280, height: 800 };
  const right = new Layout({ ...room, homeRight: true, bottom: "white" });
  const left = new Layout({ ...room, homeRight: false, bottom: "white" });
  const turned = new Layout({ ...room, homeRight: true, bottom: "black" });
  assert.ok(right.spot("p1", 0).x > right.spot("p6", 0).x && !right.isAbove("p1"));
  assert.ok(left.spot("p1", 0).x < left.spot("p6", 0).x && !left.isAbove("p1"));
  assert.ok(turned.isAbove("p1") && !turned.isAbove("p24"));
});

test("targets are 24 pixels wide and high on a phone of 360 pixels", () => {
  const layout = new Layout({ width: 360, height: 390, homeRight: true, bottom: "white" });
  const targets = [...PLACES.map((place) => layout.zone(place)), layout.diceZone("white", 2), layout.diceZone("white", 4), layout.undoZone("white")];
  for (const { width, height } of targets) {
    assert.ok(width * layout.scale >= 24, `${width * layout.scale} wide`);
    assert.ok(height * layout.scale >= 24, `${height * layout.scale} high`);
  }
});

test("the cube keeps away from points, bars and dice", () => {
  for (const layout of layouts()) {
    for (const owner of [null, "white", "black"]) {
      const { x, y } = layout.cubeSpot({ owner, offeredTo: null });
      const cube = { x: x - 22, y: y - 22, width: 44, height: 44 };
      for (const place of PLACES.filter((one) => !one.endsWith("-off"))) assert.ok(!overlap(cube, layout.zone(place)), `${owner} ${place}`);
      for (const player of ["white", "black"]) {
        assert.ok(!overlap(cube, layout.diceZone(player, 4)));
        assert.ok(!overlap(cube, layout.tray(player)), `${owner} tray of ${player} ${layout.key}`);
      }
    }
  }
});

test("dice and undo lie in different halves", () => {
  for (const layout of layouts()) {
    for (const player of ["white", "black"]) assert.ok(!overlap(layout.diceZone(player, 4), layout.undoZone(player)));
  }
});

test("beside the dice lie the points, and each die is large enough for a finger", () => {
  for (const layout of layouts()) {
    const far = 24 / layout.scale / 2 - 0.5;
    for (const { x, y } of layout.diceSpots("white", 4)) {
      assert.ok(layout.isOnDice({ x, y }, "white", 4));
      assert.ok(layout.isOnDice({ x: x + far, y: y - far }, "white", 4), `${layout.key} is too small`);
    }
  }
  const layout = new Layout({ width: 514, height: 386, homeRight: true, bottom: "white" });
  const [first, second] = layout.diceSpots("white", 4);
  const { y, height } = layout.diceZone("white", 4);
  assert.ok(!layout.isOnDice({ x: (first.x + second.x) / 2, y: layout.middle }, "white", 4), "between two dice");
  assert.ok(!layout.isOnDice({ x: first.x, y: y + 2 }, "white", 4), "above a die");
  assert.ok(!layout.isOnDice({ x: first.x, y: y + height - 2 }, "white", 4), "below a die");
  assert.ok(!layout.isOnDice(first, "black", 2), "the other player's dice");
  assert.ok(layout.isOnDice({ x: layout.halfX("white"), y: layout.middle }, "white", 2), "two dice are tapped as one");
  assert.ok(!layout.isOnDice({ x: layout.halfX("white"), y: y + 2 }, "white", 2), "above two dice");
});

test("pip counts stand on the bar, away from the numbers of the points and from checkers on the bar", () => {
  for (const layout of layouts()) {
    for (const player of ["white", "black"]) {
      const plate = layout.pipPlate(player);
      assert.ok(plate.y >= layout.top && plate.y + plate.height <= layout.end, "within the field's height");
      assert.ok(plate.x > layout.barX - layout.barWidth / 2 && plate.x + plate.width < layout.barX + layout.barWidth / 2);
      assert.equal(plate.y > layout.middle, player === layout.bottom);
      for (const place of ["white-bar", "black-bar"]) {
        const { x, y } = layout.spot(place, 3);
        assert.ok(!overlap(plate, { x: x - 21, y: y - 21, width: 42, height: 42 }), `${place} ${layout.key}`);
      }
    }
  }
});
