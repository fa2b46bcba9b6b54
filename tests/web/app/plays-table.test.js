/** The order of plays, and their arrows on the board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowsOf } from "../../../src/sixprime/web/static/app/analysis/play-arrows.js";
import { depthWords, rankedPlays } from "../../../src/sixprime/web/static/app/analysis/plays-table.js";

const play = (name, equity, plies, games = 0) => ({ name, equity, plies, games });

test("a play that was seen less deeply never stands above one that was seen more deeply", () => {
  const plays = [play("shallow", 0.9, 0), play("deep", 0.1, 3), play("deeper", -0.2, 0, 1296), play("second", 0.05, 3), play("middle", 0.5, 2), play("rolled", -0.1, 0, 1296)];
  assert.deepEqual(rankedPlays(plays).map(({ name }) => name), ["rolled", "deeper", "deep", "second", "middle", "shallow"]);
  assert.equal(plays[0].name, "shallow", "the list that was given stays as it was");
});

test("how deeply was looked, in words", () => {
  assert.equal(depthWords({ plies: 3, games: 0 }), "3-ply");
  assert.equal(depthWords({ plies: 0, games: 1296 }), "1,296 games");
});

test("arrows show the best play and the one that was played, or the one that is pointed at", () => {
  const plays = [
    { steps: [[8, 5]], loss: 0, played: false },
    { steps: [[6, 5]], loss: 0.03, played: false },
    { steps: [[24, 23]], loss: 0.1, played: true },
  ];
  assert.deepEqual(arrowsOf(plays, null), [
    { steps: [[8, 5]], kind: "best" },
    { steps: [[24, 23]], kind: "played", mark: "blunder" },
  ]);
  assert.deepEqual(arrowsOf(plays, 1), [{ steps: [[6, 5]], kind: "other", mark: "inaccuracy" }]);
  assert.deepEqual(arrowsOf(plays, 2), [{ steps: [[24, 23]], kind: "played", mark: "blunder" }]);
  assert.deepEqual(arrowsOf(plays.map((one, place) => ({ ...one, played: place === 0 })), null), [{ steps: [[8, 5]], kind: "best" }]);
});
