/** What a browser keeps of the dice: its seed, the first commitment of the server, the rolls that it saw. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { pinDice, storeRolls, storeSeed, storedSeed, storedSeedOf, newSeed } from "../../../src/sixprime/web/static/app/dice/seeds.js";

beforeEach(() => {
  const kept = new Map();
  const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name) };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});

test("seeds are random, and their commitments are those of the docs", async () => {
  const [one, other] = [await newSeed(), await newSeed()];
  assert.match(one.seed, /^[0-9a-f]{64}$/);
  assert.notEqual(one.seed, other.seed);
  storeSeed("example", "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f", "ab");
  assert.equal((await newSeed("example")).commitment, "44359fbee2f118d7b73cca255099a6b4aba40e95a41052b4f2bbcf0c5af0a3ee");
});

test("who asks again to sit down offers the same seed", async () => {
  const first = await newSeed("match");
  storeSeed("match", first.seed, "ab");
  assert.deepEqual(await newSeed("match"), first);
  assert.notEqual((await newSeed("other")).seed, first.seed);
});

test("what the server said first counts", () => {
  storeSeed("match", "01", "ab");
  storeSeed("match", "01", "cd");
  assert.equal(storedSeed("match").server, "ab");
  assert.equal(storedSeed("other"), null);
  assert.equal(storedSeed("toString"), null);
});

/** A state with a version and a number of rolls. */
const state = (version, rolls, seeds = { white: { commitment: "aa" }, black: null }, commitment = "ab") => ({ match: "match", version, dice: { rolls, seeds, commitment } });
const logged = (first, ...entries) => entries.map((entry, place) => ({ seq: first + place, by: null, entry }));
const OPENED = { type: "open", white: 3, black: 1 };
const rolled = (...dice) => ({ type: "roll", player: "white", dice });
const PLAYED = { type: "play", player: "white", steps: [] };

test("what the dice depend on is pinned once, and a change is seen", () => {
  assert.equal(pinDice(state(3, 0)), false); // there is no seed to reveal
  storeSeed("match", "01", "ab");
  assert.equal(pinDice(state(3, 2)), true);
  const pins = { white: "aa", black: null, imported: 2 };
  assert.deepEqual(storedSeed("match"), { match: "match", seed: "01", server: "ab", pins, version: 3 });
  assert.equal(pinDice(state(4, 2)), true);
  assert.equal(pinDice(state(4, 3)), false);
  assert.equal(pinDice(state(4, 2, { white: { commitment: "aa" }, black: { commitment: "bb" } })), false);
  assert.equal(pinDice(state(4, 2, { white: null, black: null })), false);
  assert.equal(pinDice(state(4, 2, undefined, "cd")), false);
  assert.deepEqual(storedSeed("match").pins, pins);
  storeSeed("match", "01", "cd"); // who asks again to sit down
  assert.deepEqual(storedSeed("match"), { match: "match", seed: "01", server: "ab", pins, version: 3 });
});

test("a commitment that changed before anything was pinned is seen", () => {
  storeSeed("match", "01", "cd");
  assert.equal(pinDice(state(3, 0)), false);
});

test("rolls are kept by their numbers, as they were first seen", () => {
  storeRolls(state(4, 1), logged(4, OPENED));
  assert.equal(storedSeed("match"), null);
  storeSeed("match", "01", "ab");
  pinDice(state(3, 0));
  storeRolls(state(4, 1), logged(4, OPENED));
  storeRolls(state(5, 1), logged(5, PLAYED));
  storeRolls(state(6, 2), logged(6, rolled(6, 4)));
  storeRolls(state(6, 2), logged(6, rolled(6, 6)));
  storeRolls({ match: "match", version: 7, dice: null }, []);
  const { rolls, version, missed } = storedSeed("match");
  assert.deepEqual({ rolls, version, missed }, { rolls: { 1: "31", 2: "64" }, version: 6, missed: undefined });
});

test("several entries at once are numbered from the last one back", () => {
  storeSeed("match", "01", "ab");
  pinDice(state(3, 5));
  storeRolls(state(8, 8), logged(3, PLAYED, OPENED, PLAYED, rolled(1, 2), PLAYED, rolled(5, 5)));
  assert.deepEqual(storedSeed("match").rolls, { 6: "31", 7: "12", 8: "55" });
  storeRolls(state(9, 7), logged(9, { type: "take-back", seat: "white", to: 4 }));
  storeRolls(state(10, 8), logged(10, rolled(6, 6)));
  assert.deepEqual(storedSeed("match").rolls, { 6: "31", 7: "12", 8: "55" });
  assert.equal(storedSeed("match").missed, undefined);
});

test("what may have been missed is remembered", () => {
  for (const entries of [logged(5, rolled(2, 1)), logged(4, rolled(2, 1), { type: "take-back", seat: "white", to: 0 })]) {
    storeSeed("match", "01", "ab");
    pinDice(state(3, 0));
    storeRolls(state(5, 2), entries);
    storeRolls(state(6, 3), logged(6, rolled(4, 3)));
    assert.equal(storedSeed("match").missed, true);
    localStorage.removeItem("sixprime.seeds");
  }
});

test("a match that was begun by an earlier version keeps its rolls", () => {
  localStorage.setItem("sixprime.seeds", JSON.stringify({ match: { seed: "01", server: "ab", rolls: { 1: "31" } } }));
  storeRolls(state(9, 2), logged(9, rolled(6, 4)));
  assert.deepEqual(storedSeed("match"), { match: "match", seed: "01", server: "ab", rolls: { 1: "31", 2: "64" } });
});

test("a transcript belongs to the match in which its seed was used, whatever its number", () => {
  storeSeed("match", "01", "ab");
  storeSeed("other", "02", "cd");
  assert.equal(storedSeedOf({ match: "ground", seeds: { white: null, black: { seed: "01" } } }).match, "match");
  assert.equal(storedSeedOf({ match: "other", seeds: { white: { seed: null }, black: null } }).match, "other");
  assert.equal(storedSeedOf({ match: "ground", seeds: { white: { seed: "03" }, black: null } }), null);
});
