/** The dice are derived again as docs/dice.md describes: its example, and every way to cheat. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { sha256 } from "../../../src/sixprime/web/static/app/dice/sha256.js";
import { fromHex, toHex } from "../../../src/sixprime/web/static/app/dice/hex.js";
import { commitmentTo, verify } from "../../../src/sixprime/web/static/app/dice/verify.js";

const DOCS = readFileSync(new URL("../../../docs/dice.md", import.meta.url), "utf8");
const EXAMPLE = [...DOCS.matchAll(/```json\n(.*?)```/gs)].map((found) => JSON.parse(found[1])).find((found) => found.format === "sixprime-dice");

const copy = () => structuredClone(EXAMPLE);
const flaws = async (transcript, own) => (await verify(transcript, own)).flaws.map(({ flaw }) => flaw);

test("the example of the docs is right", async () => {
  assert.deepEqual(await verify(EXAMPLE), { verified: 3, flaws: [], notes: [] });
});

test("without the browser's cryptography it comes to the same", async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  try {
    assert.deepEqual(await verify(EXAMPLE), { verified: 3, flaws: [], notes: [] });
  } finally {
    Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
  }
});

test("SHA-256 of every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const octets = Uint8Array.from({ length }, (_, place) => (place * 7 + length) % 256);
    assert.equal(toHex(sha256(octets)), createHash("sha256").update(octets).digest("hex"));
  }
});

test("a changed roll, secret, seed or order is seen", async () => {
  const roll = copy();
  roll.rolls[1].dice = [6, 6];
  assert.deepEqual(await verify(roll), { verified: 2, flaws: [{ flaw: "roll", number: 2 }], notes: [] });
  const secret = copy();
  secret.secret = "ff" + secret.secret.slice(2);
  assert.ok((await flaws(secret)).includes("secret"));
  const seed = copy();
  seed.seeds.black.seed = "ff" + seed.seeds.black.seed.slice(2);
  assert.ok((await flaws(seed)).includes("seed"));
  const order = copy();
  order.rolls.splice(0, 1);
  assert.deepEqual(await flaws(order), ["order"]);
  const waiting = copy();
  waiting.secret = null;
  assert.deepEqual(await flaws(waiting), ["waiting"]);
});

test("what this browser has kept must be in the transcript", async () => {
  const white = EXAMPLE.seeds.white.seed;
  assert.deepEqual(await flaws(EXAMPLE, { seed: white, server: EXAMPLE.commitment }), []);
  assert.deepEqual(await flaws(EXAMPLE, { seed: "00".repeat(32) }), ["own-seed"]);
  assert.deepEqual(await flaws(EXAMPLE, { seed: white, server: "00".repeat(32) }), ["own-commitment"]);
});

/** A transcript that is true in itself: another secret, its commitment, and all rolls that follow from it. */
async function swapped() {
  const transcript = copy();
  transcript.secret = "77".repeat(32);
  transcript.commitment = await commitmentTo("sixprime dice commitment v1", fromHex(transcript.secret));
  for (const roll of transcript.rolls) {
    for (const dice of Array.from({ length: 36 }, (_, place) => [1 + Math.floor(place / 6), 1 + (place % 6)])) {
      roll.dice = dice;
      if (!(await verify(transcript)).flaws.some(({ number }) => number === roll.number)) break;
    }
  }
  return transcript;
}

test("a server that swaps its secret, its commitment and all rolls is caught by what the browser kept", async () => {
  const transcript = await swapped();
  assert.deepEqual(await verify(transcript), { verified: 3, flaws: [], notes: [] });
  const own = { seed: EXAMPLE.seeds.white.seed, server: EXAMPLE.commitment };
  assert.deepEqual(await flaws(transcript, own), ["own-commitment"]);
  assert.deepEqual(await flaws({ ...transcript, secret: null }, own), ["own-commitment", "waiting"]);
});

test("rolls that the browser saw must be those of the transcript", async () => {
  assert.deepEqual(await verify(EXAMPLE, { rolls: { 1: "33", 3: "12" } }), { verified: 3, flaws: [], notes: ["pins"] });
  assert.deepEqual(await verify(EXAMPLE, { rolls: { 1: "33", 2: "66" } }), { verified: 2, flaws: [{ flaw: "roll", number: 2 }], notes: ["pins"] });
});

/** What a browser pinned of the example as White, and the rolls that a server showed it. */
const pinned = (rolls) => ({
  match: EXAMPLE.match,
  seed: EXAMPLE.seeds.white.seed,
  server: EXAMPLE.commitment,
  pins: { white: EXAMPLE.seeds.white.commitment, black: EXAMPLE.seeds.black.commitment, imported: 0 },
  rolls: Object.fromEntries(rolls.map(({ number, dice }) => [number, dice.join("")])),
});

/** A transcript that is true in itself, whatever it says of seeds, match and imported rolls. */
async function derived(transcript, count = 3) {
  transcript.rolls = Array.from({ length: count }, (_, place) => ({ number: transcript.imported + place + 1, dice: [1, 1] }));
  for (const roll of transcript.rolls) {
    for (const dice of Array.from({ length: 36 }, (_, place) => [1 + Math.floor(place / 6), 1 + (place % 6)])) {
      roll.dice = dice;
      if (!(await verify(transcript)).flaws.some(({ number }) => number === roll.number)) break;
    }
  }
  return transcript;
}

/** Try variants until the server likes the first roll: a six and a one. */
async function ground(vary) {
  for (let attempt = 1; ; attempt += 1) {
    const transcript = copy();
    await vary(transcript, attempt);
    await derived(transcript, 1);
    if (transcript.rolls[0].dice.join() === "6,1") return derived(transcript);
  }
}

const ATTACKS = {
  "own-seeds": async (transcript, attempt) => {
    const seed = attempt.toString(16).padStart(64, "0");
    transcript.seeds.black = { seed, commitment: await commitmentTo("sixprime dice seed v1", fromHex(seed)) };
  },
  "own-match": (transcript, attempt) => (transcript.match = `match-${attempt}`),
  "own-imported": (transcript, attempt) => (transcript.imported = attempt),
};

for (const [flaw, vary] of Object.entries(ATTACKS)) {
  test(`a server that knows the seed and varies what is left until it likes the rolls is caught: ${flaw}`, async () => {
    const transcript = await ground(vary);
    const { seed, server, rolls } = pinned(transcript.rolls);
    assert.deepEqual(await verify(transcript, { seed, server, rolls }), { verified: 3, flaws: [], notes: ["pins"] });
    assert.deepEqual(await flaws(transcript, pinned(transcript.rolls)), [flaw]);
  });
}

test("a server that passes over rolls that it does not like is caught", async () => {
  const transcript = await derived(copy(), 6);
  const shown = transcript.rolls.filter(({ number }) => [1, 4, 6].includes(number));
  assert.deepEqual((await verify(transcript, pinned(shown))).flaws, [2, 3, 5].map((number) => ({ flaw: "unseen", number })));
  assert.deepEqual(await verify(transcript, { ...pinned(shown), missed: true }), { verified: 6, flaws: [], notes: ["rolls"] });
});

test("who has pinned everything and seen every roll hears no notes", async () => {
  assert.deepEqual(await verify(EXAMPLE, pinned(EXAMPLE.rolls)), { verified: 3, flaws: [], notes: [] });
  assert.deepEqual((await verify(EXAMPLE, pinned(EXAMPLE.rolls.slice(0, 2)))).notes, ["rolls"]);
});
