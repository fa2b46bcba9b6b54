/** Words: templates, numbers, languages. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatMoment, formatTimeAgo, chooseLanguage, counted, language, loadTranslations, formatNumber, useLanguage, text, translationsLoaded } from "../../../src/sixprime/web/static/app/shared/translations.js";

const GERMAN = { "Play": "Spielen", "{player} wins": "{player} gewinnt", "{count} point": ["{count} Punkt", "{count} Punkte"], "Roll": "" };

test("English stands in the code", () => {
  useLanguage("en", {});
  assert.equal(text("{player} wins", { player: "Anna" }), "Anna wins");
  assert.equal(counted("{count} point", "{count} points", 1), "1 point");
  assert.equal(counted("{count} point", "{count} points", 5), "5 points");
});

test("a catalogue gives other words, and what it lacks stays English", () => {
  useLanguage("de", GERMAN);
  assert.equal(text("Play"), "Spielen");
  assert.equal(text("{player} wins", { player: "Béla" }), "Béla gewinnt");
  assert.equal(text("Roll"), "Roll");
  assert.equal(text("Undo"), "Undo");
  assert.equal(counted("{count} point", "{count} points", 0), "0 Punkte");
  assert.equal(counted("{count} pip", "{count} pips", 1), "1 pip");
  assert.equal(formatNumber(1.5), "1,5");
});

test("French counts nothing as one", () => {
  useLanguage("fr", { "{count} point": ["{count} point", "{count} points"] });
  assert.equal(counted("{count} point", "{count} points", 0), "0 point");
  assert.equal(counted("{count} point", "{count} points", 2), "2 points");
});

test("a value that looks like a template is shown as it is", () => {
  useLanguage("en", {});
  assert.equal(text("{player} wins", { player: "{count}" }), "{count} wins");
  assert.equal(text("{missing} stays"), "{missing} stays");
});

test("the language is the chosen one, else the reader's, else English", () => {
  assert.equal(chooseLanguage("hu", ["de-CH"]), "hu");
  assert.equal(chooseLanguage("", ["pt-BR", "de-CH", "fr"]), "de");
  assert.equal(chooseLanguage("", ["pt"]), "en");
  assert.equal(chooseLanguage("constructor", []), "en");
});

test("a language whose words cannot be loaded is spoken in English", async () => {
  await loadTranslations("de", () => Promise.reject(new Error("offline")));
  assert.equal(text("Play"), "Play");
  await loadTranslations("de", () => Promise.resolve(new Response("nothing", { status: 404 })));
  assert.equal(text("Play"), "Play");
  await loadTranslations("de", () => Promise.resolve(Response.json({ plural: "n != 1", texts: GERMAN })));
  assert.equal(text("Play"), "Spielen");
  assert.equal(language(), "de");
});

test("moments are told from now", () => {
  useLanguage("en", {});
  const now = new Date("2026-05-02T12:00:00Z");
  assert.equal(formatTimeAgo("2026-05-01T11:00:00Z", now), "yesterday");
  assert.equal(formatTimeAgo("2026-05-02T11:55:00Z", now), "5 minutes ago");
  assert.equal(formatTimeAgo("2026-05-02T11:59:50Z", now), "this minute");
});

test("the language is known at once, its words when they have come", async () => {
  const coming = loadTranslations("de", async () => ({ ok: true, json: async () => ({ texts: GERMAN }) }));
  assert.equal(language(), "de");
  assert.equal(text("Play"), "Play");
  await translationsLoaded();
  assert.equal(text("Play"), "Spielen");
  await coming;
  await loadTranslations("fr", async () => Promise.reject(new Error("no network")));
  assert.equal(text("Play"), "Play");
});

test("times are written as where the user lives", () => {
  const written = (code, ...languages) => {
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    useLanguage(code, {});
    return formatMoment(new Date(2020, 10, 19, 15, 2)).replace(/\s/g, " ");
  };
  assert.match(written("en", "hu-HU", "en-GB"), /^19 Nov, 15:02$/);
  assert.match(written("en", "en-US"), /^Nov 19, 3:02 PM$/);
  assert.match(written("de", "en-GB"), /^19\. Nov\.,? 15:02$/);
});
