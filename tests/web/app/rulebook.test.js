// The rule book as a book: every rule has its picture, every leaflet its say.
import assert from "node:assert/strict";
import { test } from "node:test";

import { gameSections } from "../../../src/sixprime/web/static/app/rulebook/game-sections.js";
import { comparison, LEAFLET_TEXTS } from "../../../src/sixprime/web/static/app/rulebook/leaflets.js";
import { PICTURES } from "../../../src/sixprime/web/static/app/rulebook/pictures.js";
import { stakesSections } from "../../../src/sixprime/web/static/app/rulebook/stakes-sections.js";

const sections = [...gameSections(), ...stakesSections()];
const rules = sections.flatMap((section) => section.rules);

test("every section and rule has a name of its own for links", () => {
  const ids = [...sections, ...rules].map((part) => part.id);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z-]+$/);
});

test("every rule has words and at least one picture that exists", () => {
  for (const rule of rules) {
    assert.ok(rule.words.length > 0, rule.id);
    assert.ok(rule.figures.length > 0, rule.id);
    for (const { name, caption } of rule.figures) assert.ok(name in PICTURES && caption, `${rule.id}: ${name}`);
  }
});

test("every picture is shown somewhere", () => {
  const used = new Set(rules.flatMap((rule) => [...rule.figures.map((figure) => figure.name), ...rule.leaflets.map((answer) => answer.picture)]));
  assert.deepEqual(Object.keys(PICTURES).filter((name) => !used.has(name)), []);
});

test("every rule says what each of the five leaflets says, in their order", () => {
  for (const rule of rules) {
    const named = rule.leaflets.flatMap((answer) => answer.texts);
    assert.deepEqual([...new Set(named)], [...LEAFLET_TEXTS], rule.id);
  }
});

test("every difference that can be played has its preset", () => {
  const known = new Set(comparison().map((row) => row.preset));
  const offered = rules.flatMap((rule) => rule.leaflets.map((answer) => answer.preset)).filter((preset) => preset !== null);
  for (const preset of offered) assert.ok(known.has(preset), preset);
  for (const preset of ["000-it", "001-hu", "001-hu-optional", "002-it", "003-de", "004-fr"]) assert.ok(offered.includes(preset), preset);
});
