// Transcripts of dice, as people bring them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { matchNumber, InvalidTranscript, readTranscript } from "../../../src/sixprime/web/static/app/dice/transcripts.js";

const DIGITS = "0123456789abcdef".repeat(4);
const GOOD = {
  format: "sixprime-dice",
  version: 1,
  match: "Vf3kq0V0cQyPzXoJ1v9n2A",
  commitment: DIGITS,
  secret: null,
  seeds: { white: { commitment: DIGITS, seed: DIGITS }, black: null },
  imported: 0,
  rolls: [{ number: 1, dice: [3, 1] }],
};

test("a transcript is read, alone or from the details of a record", () => {
  assert.deepEqual(readTranscript(JSON.stringify(GOOD)), GOOD);
  const record = { format: "sixprime-match", details: { dice: JSON.stringify(GOOD) } };
  assert.deepEqual(readTranscript(JSON.stringify(record)), GOOD);
});

test("what is no transcript is refused, and the wrong field is named", () => {
  for (const written of ["", "hello", "null", "[]", "{}", '{"format":"sixprime-match"}', "{".repeat(1000)]) {
    assert.throws(() => readTranscript(written), (error) => error instanceof InvalidTranscript && error.field === null);
  }
  const changes = {
    version: 2,
    match: 7,
    commitment: "abc",
    secret: "xyz",
    seeds: { white: { commitment: 1 } },
    imported: -1,
    rolls: [{ number: 1, dice: [3, 7] }],
  };
  for (const [field, value] of Object.entries(changes)) {
    assert.throws(() => readTranscript(JSON.stringify({ ...GOOD, [field]: value })), (error) => error instanceof InvalidTranscript && error.field === field);
  }
});

test("the number of a match is found in links", () => {
  const number = "Vf3kq0V0cQyPzXoJ1v9n2A";
  for (const typed of [number, ` ${number} `, `http://127.0.0.1:8615/match/${number}`, `https://a.example/review/${number}#v=3`, `/match/${number}?x`]) {
    assert.equal(matchNumber(typed), number);
  }
  for (const typed of ["", "abc", `${number}x`, `/rules/${number}`]) assert.equal(matchNumber(typed), null);
});
