/** The live connection, with sockets and a clock of its own. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Live, RESEND_AFTER } from "../../../src/sixprime/web/static/app/live/live.js";
import { PING_INTERVAL, SILENCE_LIMIT } from "../../../src/sixprime/web/static/app/live/sockets.js";
import { FakeClock, FakeSocket } from "./fake-connections.js";
import { stateOf } from "./match-states.js";

function connected(version = 5) {
  const clock = new FakeClock();
  const sockets = [];
  const heard = { states: [], connections: [], presences: [] };
  let keys = 0;
  const live = new Live(
    "m",
    {
      state: (state, entries) => heard.states.push({ state, entries }),
      connection: (isThere) => heard.connections.push(isThere),
      presence: (seats) => heard.presences.push(seats),
    },
    {
      version,
      clock,
      key: () => `k${(keys += 1)}`,
      open: (path) => {
        assert.equal(path, "/api/matches/m/live");
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
    },
  );
  live.connect();
  const welcome = (socket, at = version, missed = []) => {
    socket.open();
    socket.say({ type: "welcome", version: at, missed, state: stateOf({ version: at }) });
  };
  welcome(sockets[0]);
  return { live, clock, sockets, heard, welcome };
}

const entry = (seq) => ({ seq, by: "white", entry: { type: "roll", player: "white", dice: [2, 1] } });

test("the connection to a match that has been deleted is not made again", () => {
  const { live, clock, sockets, heard } = connected();
  let told = 0;
  live.listener.deleted = () => (told += 1);
  sockets[0].drop(4404);
  clock.pass(60_000);
  assert.equal(told, 1);
  assert.equal(sockets.length, 1);
  assert.ok(!heard.connections.includes(false));
});

test("a rematch is told to the page, and to one that knows nothing of it does no harm", () => {
  const { live, sockets } = connected();
  const rematch = { match: "n", seated: ["black"] };
  sockets[0].say({ type: "rematch", rematch });
  const told = [];
  live.listener.rematch = (one) => told.push(one);
  sockets[0].say({ type: "rematch", rematch });
  sockets[0].say({ type: "rematch", rematch: null });
  assert.deepEqual(told, [rematch, null]);
});

test("hello has the last version, and the state of the welcome is told", () => {
  const { sockets, heard } = connected(5);
  assert.deepEqual(sockets[0].sent[0], { type: "hello", version: 5, language: "en" });
  assert.equal(heard.states.length, 1);
  assert.deepEqual(heard.connections, [true]);
});

test("entries in order are told; those known already are passed over", () => {
  const { live, sockets, heard } = connected(5);
  sockets[0].say({ type: "entries", entries: [entry(6)], state: stateOf({ version: 6 }) });
  sockets[0].say({ type: "entries", entries: [entry(6)], state: stateOf({ version: 6 }) });
  assert.equal(heard.states.length, 2);
  assert.equal(live.version, 6);
});

test("a gap is closed by another hello with the last version", () => {
  const { sockets, heard, welcome } = connected(5);
  sockets[0].say({ type: "entries", entries: [entry(8)], state: stateOf({ version: 8 }) });
  assert.equal(sockets.length, 2);
  welcome(sockets[1], 8, [entry(6), entry(7), entry(8)]);
  assert.equal(sockets[1].sent[0].version, 5);
  assert.equal(heard.states.at(-1).entries.length, 3);
});

test("pings follow pongs, and silence is a lost connection", () => {
  const { clock, sockets, heard } = connected();
  clock.pass(PING_INTERVAL);
  assert.equal(sockets[0].said("ping").length, 1);
  clock.pass(PING_INTERVAL);
  assert.equal(sockets[0].said("ping").length, 1);
  sockets[0].say({ type: "pong" });
  clock.pass(PING_INTERVAL);
  assert.equal(sockets[0].said("ping").length, 2);
  clock.pass(SILENCE_LIMIT);
  assert.equal(heard.connections.at(-1), false);
  assert.ok(sockets.length >= 2);
});

test("it comes back by itself, later each time, and at once when it is welcomed again", () => {
  const { clock, sockets, heard, welcome } = connected();
  sockets[0].drop();
  const waits = [];
  for (let round = 0; round < 7; round += 1) {
    const from = clock.now;
    const count = sockets.length;
    while (sockets.length === count) clock.pass(50);
    waits.push(clock.now - from);
    sockets.at(-1).drop();
  }
  assert.ok(waits[0] < 700);
  assert.ok(waits.at(-1) > 5000);
  assert.ok(waits.every((wait) => wait < 13000));
  while (sockets.at(-1).readyState === 3) clock.pass(50);
  welcome(sockets.at(-1));
  assert.equal(heard.connections.at(-1), true);
  sockets.at(-1).drop();
  const count = sockets.length;
  clock.pass(700);
  assert.equal(sockets.length, count + 1);
});

test("a command is kept until it is answered, and sent again with its key", async () => {
  const { live, clock, sockets, welcome } = connected(5);
  const answer = live.command("white", "play", { steps: [[8, 5]] });
  assert.deepEqual(sockets[0].said("command"), [{ type: "command", key: "k1", version: 5, seat: "white", action: "play", steps: [[8, 5]] }]);
  clock.pass(RESEND_AFTER);
  assert.equal(sockets[0].said("command").length, 2);
  sockets[0].drop();
  clock.pass(1000);
  assert.equal(sockets[1].said("command").length, 0);
  welcome(sockets[1], 6, [entry(6)]);
  assert.deepEqual(sockets[1].said("command")[0], sockets[0].said("command")[0]);
  assert.ok(live.busy);
  sockets[1].say({ type: "ack", key: "k1", version: 6, entries: [] });
  assert.equal((await answer).version, 6);
  assert.ok(!live.busy);
  clock.pass(RESEND_AFTER);
  assert.equal(sockets[1].said("command").length, 1);
});

test("a command given while nobody is there goes out later", () => {
  const { live, clock, sockets, welcome } = connected(5);
  sockets[0].drop();
  void live.command("white", "roll");
  clock.pass(1000);
  welcome(sockets[1], 5);
  assert.equal(sockets[1].said("command").length, 1);
});

test("a refusal breaks the promise; haste and a stopping server only delay", async () => {
  const { live, clock, sockets } = connected(5);
  const refused = live.command("white", "roll");
  sockets[0].say({ type: "refused", key: "k1", version: 5, error: { code: "too-fast", message: "slow down" } });
  assert.ok(live.busy);
  clock.pass(RESEND_AFTER);
  assert.equal(sockets[0].said("command").length, 2);
  sockets[0].say({ type: "refused", key: "k1", version: 5, error: { code: "not-allowed", message: "not now" } });
  await assert.rejects(refused, { code: "not-allowed", message: "not now" });
});

test("what is not understood does no harm", () => {
  const { sockets, heard } = connected();
  sockets[0].onmessage({ data: "{" });
  sockets[0].say({ type: "news" });
  sockets[0].say({ type: "ack", key: "unknown" });
  sockets[0].say({ type: "presence", seats: { white: true, black: false } });
  assert.deepEqual(heard.presences, [{ white: true, black: false }]);
});

test("closed for good it stays away", () => {
  const { live, clock, sockets } = connected();
  live.close();
  clock.pass(60000);
  assert.equal(sockets.length, 1);
});

test("a long log comes in parts, which are told together", () => {
  const { live, clock, sockets, heard } = connected(5);
  sockets[0].drop();
  clock.pass(1000);
  const logged = (...numbers) => numbers.map((seq) => ({ seq, by: null, entry: { type: "play" } }));
  const now = stateOf({ version: 9 });
  const before = heard.states.length;
  sockets[1].open();
  sockets[1].say({ type: "welcome", version: 7, missed: logged(6, 7), state: now });
  assert.equal(heard.states.length, before);
  sockets[1].say({ type: "entries", entries: logged(8), state: now });
  assert.equal(heard.states.length, before);
  sockets[1].say({ type: "entries", entries: logged(9), state: now });
  assert.deepEqual(heard.states.at(-1).entries.map(({ seq }) => seq), [6, 7, 8, 9]);
  assert.equal(heard.states.length, before + 1);
  assert.equal(live.version, 9);
  // A part that is lost with the connection is asked for again.
  sockets[1].say({ type: "entries", entries: logged(10), state: stateOf({ version: 12 }) });
  sockets[1].drop();
  clock.pass(1000);
  sockets[2].open();
  assert.equal(sockets[2].said("hello")[0].version, 10);
  sockets[2].say({ type: "welcome", version: 12, missed: logged(11, 12), state: stateOf({ version: 12 }) });
  assert.deepEqual(heard.states.at(-1).entries.map(({ seq }) => seq), [10, 11, 12]);
});

test("messages of unknown types are passed over", () => {
  const { live, sockets, heard } = connected(5);
  const before = heard.states.length;
  sockets[0].say({ type: "riddle", answer: 42 });
  sockets[0].say({ no: "type" });
  sockets[0].say({ type: "entries", entries: [{ seq: 6, by: null, entry: { type: "play" } }], state: stateOf({ version: 6 }) });
  assert.equal(heard.states.length, before + 1);
  assert.equal(live.version, 6);
});
