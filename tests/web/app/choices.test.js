/** New games: what is kept, and what is asked of the server. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, consistentRules, defaultChoices, isStake, presetInAddress, readChoices, requestOf } from "../../../src/sixprime/web/static/app/new-game/choices.js";
import { differences, namedDifferences, STANDARD } from "../../../src/sixprime/web/static/app/rulebook/presets.js";
import { stateOf } from "./match-states.js";

const PRESETS = { standard: STANDARD, "002-it": { ...STANDARD, crawford: false, cube_limit: 32 } };

test("choices are believed only as far as they are possible", () => {
  for (const stored of [null, "", "{", "7", "null"]) assert.deepEqual(readChoices(stored), defaultChoices());
  const kept = readChoices(JSON.stringify({ kind: "link", length: 0, stake: "-1", seat: "red", preset: "../x", level: 3, own: { cube: false, evil: 1 } }));
  assert.equal(kept.kind, "link");
  assert.equal(kept.length, 5);
  assert.equal(kept.stake, "1");
  assert.equal(kept.seat, "white");
  assert.equal(kept.preset, "standard");
  assert.equal(kept.own.cube, false);
  assert.ok(!("evil" in kept.own));
  assert.equal(readChoices(JSON.stringify({ length: null })).length, null);
});

test("a request has what the kind of play needs", () => {
  const bot = requestOf({ ...defaultChoices(), seat: "black" }, "Anna", "c", PRESETS);
  assert.deepEqual(bot, { kind: "bot", level: "casual", seat: "black", names: { white: "", black: "Anna" }, length: 5, rules: "standard", seed_commitment: "c" });
  const screen = requestOf({ ...defaultChoices(), kind: "screen", seat: "black", other: "Béla" }, "Anna", "c", PRESETS);
  assert.deepEqual(screen.names, { white: "Anna", black: "Béla" });
  assert.ok(!("level" in screen));
});

test("a stake other than one is part of the rules, in money play only", () => {
  const money = { ...defaultChoices(), length: null, preset: "002-it", stake: "0.50" };
  assert.deepEqual(requestOf(money, "", "c", PRESETS).rules, { ...PRESETS["002-it"], stake: "0.50" });
  assert.equal(requestOf({ ...money, length: 3 }, "", "c", PRESETS).rules, "002-it");
  assert.ok(isStake("12.5") && isStake("0.000001"));
  assert.ok(![".5", "0", "-1", "1e3", "abc", "", "1.1234567"].some(isStake));
});

test("own rules do not contradict themselves", () => {
  const bare = consistentRules({ cube: false, cube_limit: 64, beavers: true, raccoons: true, jacoby: true, opening_tie: "automatic-double", automatic_double_limit: 2 });
  assert.equal(bare.cube_limit, null);
  assert.equal(bare.beavers || bare.raccoons || bare.jacoby, false);
  assert.equal(bare.opening_tie, "reroll");
  assert.equal(bare.automatic_double_limit, null);
  assert.equal(consistentRules({ raccoons: true }).raccoons, false);
});

test("a rematch is played as before", () => {
  const again = choicesOf(stateOf({ rules: { ...STANDARD, cube_limit: 32 }, length: 7 }));
  assert.equal(again.level, "club");
  assert.equal(again.seat, "white");
  assert.deepEqual(requestOf(again, "Anna", "c", {}).rules, { ...STANDARD, cube_limit: 32 });
});

test("rules say what they do differently, where it is in force", () => {
  assert.deepEqual(differences(STANDARD), []);
  assert.deepEqual(differences({ ...STANDARD, crawford: false }, { money: true }), []);
  assert.deepEqual(differences({ ...STANDARD, crawford: false }, { money: false }), ["no Crawford game"]);
  assert.deepEqual(differences({ ...STANDARD, jacoby: true, beavers: true }, { money: true }), ["Jacoby rule", "beavers"]);
  assert.deepEqual(differences({ ...STANDARD, jacoby: true }, { money: false }), []);
  assert.equal(differences({ ...STANDARD, bear_off: "exact-only", triple_win: "outside-home", cube: false }).length, 3);
});

test("differences have names, for their pictures", () => {
  const named = namedDifferences({ ...STANDARD, bear_off: "rearmost-only", triple_win: "outside-home", cube_limit: 64 });
  assert.deepEqual(named.map(({ name }) => name), ["rearmost-only", "outside-home", "cube-limit"]);
});

test("an address may ask for rules, if there are such", () => {
  assert.equal(presetInAddress("?rules=002-it", PRESETS), "002-it");
  assert.equal(presetInAddress("?x=1&rules=standard", PRESETS), "standard");
  for (const search of ["", "?rules=", "?rules=own", "?rules=toString", "?rules=%3Cscript%3E", "?preset=002-it"]) assert.equal(presetInAddress(search, PRESETS), null);
});
