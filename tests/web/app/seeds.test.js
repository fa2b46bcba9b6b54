/** What a browser keeps of the dice: its seed, the first commitment of the server, the rolls that it saw. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { storeRoll, storeSeed, storedSeed, newSeed } from "../../../src/sixprime/web/static/app/dice/seeds.js";

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

test("rolls are kept by their numbers, as they were first seen", () => {
  const state = (rolls, entry) => ({ match: "match", dice: { rolls }, last: { entry } });
  storeRoll(state(1, { type: "open", white: 3, black: 1 }));
  assert.equal(storedSeed("match"), null);
  storeSeed("match", "01", "ab");
  storeRoll(state(1, { type: "open", white: 3, black: 1 }));
  storeRoll(state(2, { type: "play", steps: [] }));
  storeRoll(state(2, { type: "roll", dice: [6, 4] }));
  storeRoll(state(2, { type: "roll", dice: [6, 6] }));
  storeRoll({ match: "match", dice: null, last: null });
  assert.deepEqual(storedSeed("match"), { seed: "01", server: "ab", rolls: { 1: "31", 2: "64" } });
});
