/** Settings: what was kept is believed only as far as it is possible. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { changeSetting, onSettingsChange, readSettings, settings } from "../../../src/sixprime/web/static/app/settings/settings.js";

test("what is missing, damaged or impossible has its default", () => {
  const usual = readSettings(null);
  assert.equal(usual.home, "right");
  assert.equal(usual.autoroll, true);
  for (const stored of ["", "{", "null", "7", "[]", '"x"']) assert.deepEqual(readSettings(stored), usual);
  const kept = readSettings(JSON.stringify({ home: "left", autoroll: "yes", board: "gold", unknown: 1, name: "x".repeat(99), pips: false }));
  assert.equal(kept.home, "left");
  assert.equal(kept.autoroll, true);
  assert.equal(kept.board, "auto");
  assert.equal(kept.name, "");
  assert.equal(kept.pips, false);
  assert.ok(!("unknown" in kept));
});

test("the limits of marks are three numbers that grow", () => {
  const marks = { inaccuracy: 0.03, error: 0.06, blunder: 0.12 };
  assert.deepEqual(readSettings(JSON.stringify({ marks })).marks, marks);
  const usual = readSettings(null).marks;
  assert.deepEqual(usual, { inaccuracy: 0.02, error: 0.04, blunder: 0.08 });
  for (const wrong of [null, {}, [1, 2, 3], { ...marks, error: 0.02 }, { ...marks, blunder: "1" }, { ...marks, inaccuracy: 0 }, { ...marks, blunder: null }]) assert.deepEqual(readSettings(JSON.stringify({ marks: wrong })).marks, usual);
});

test("listeners hear of changes, and only of changes", () => {
  const heard = [];
  const stop = onSettingsChange((now, changed) => heard.push([changed, now[changed]]));
  changeSetting("speed", "fast");
  changeSetting("speed", "fast");
  stop();
  changeSetting("speed", "slow");
  assert.deepEqual(heard, [["speed", "fast"]]);
  assert.equal(settings().speed, "slow");
});
