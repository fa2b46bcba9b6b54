/** The dice are derived again as docs/dice.md describes: its example, and every way to cheat. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { sha256 } from "../../../src/sixprime/web/static/app/sha256.js";
import { hexadecimal, verify } from "../../../src/sixprime/web/static/app/verify.js";

const DOCS = readFileSync(new URL("../../../docs/dice.md", import.meta.url), "utf8");
const EXAMPLE = [...DOCS.matchAll(/```json\n(.*?)```/gs)].map((found) => JSON.parse(found[1])).find((found) => found.format === "sixprime-dice");

const copy = () => structuredClone(EXAMPLE);
const flaws = async (transcript, own) => (await verify(transcript, own)).flaws.map(({ flaw }) => flaw);

test("the example of the docs is right", async () => {
  assert.deepEqual(await verify(EXAMPLE), { verified: 3, flaws: [] });
});

test("without the browser's cryptography it comes to the same", async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  try {
    assert.deepEqual(await verify(EXAMPLE), { verified: 3, flaws: [] });
  } finally {
    Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
  }
});

test("SHA-256 of every length around a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const octets = Uint8Array.from({ length }, (_, place) => (place * 7 + length) % 256);
    assert.equal(hexadecimal(sha256(octets)), createHash("sha256").update(octets).digest("hex"));
  }
});

test("a changed roll, secret, seed or order is seen", async () => {
  const roll = copy();
  roll.rolls[1].dice = [6, 6];
  assert.deepEqual(await verify(roll), { verified: 2, flaws: [{ flaw: "roll", number: 2 }] });
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
