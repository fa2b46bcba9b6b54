/** The colours of all themes can be told from each other. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { THEMES, themeRules } from "../../../src/sixprime/web/static/board/drawing/themes.js";

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const share = parseInt(colour.slice(place, place + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, two) {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const [name, theme] of Object.entries(THEMES)) {
  test(`${name}: checkers stand out from all they can stand on`, () => {
    for (const ground of ["field", "darkPoint", "lightPoint", "frame", "frameLight", "tray"]) {
      for (const colour of ["white", "black"]) {
        const best = Math.max(contrast(theme[colour], theme[ground]), contrast(theme[`${colour}Rim`], theme[ground]));
        assert.ok(best >= 3, `${colour} on ${ground}: ${best.toFixed(2)}`);
      }
    }
    assert.ok(contrast(theme.white, theme.black) >= 3);
  });

  test(`${name}: the checkers called White are light, those called Black dark, and neither has another colour`, () => {
    assert.ok(luminance(theme.white) > 0.7, `white is ${theme.white}`);
    assert.ok(luminance(theme.black) < 0.05, `black is ${theme.black}`);
    for (const colour of ["white", "black"]) {
      const parts = [1, 3, 5].map((place) => parseInt(theme[colour].slice(place, place + 2), 16));
      assert.ok(Math.max(...parts) - Math.min(...parts) < 40, `${colour} is ${theme[colour]}`);
    }
  });

  test(`${name}: points stand out from the field`, () => {
    for (const point of ["darkPoint", "lightPoint"]) {
      const best = Math.max(contrast(theme[point], theme.field), contrast(theme.pointLine, theme.field));
      assert.ok(best >= 3, `${point}: ${best.toFixed(2)}`);
    }
  });

  test(`${name}: numbers can be read`, () => {
    for (const [ink, ground] of [["frameInk", "frame"], ["frameInk", "frameLight"], ["whiteInk", "white"], ["blackInk", "black"], ["cubeInk", "cube"], ["accentEdge", "accent"]]) {
      assert.ok(contrast(theme[ink], theme[ground]) >= 4.5, `${ink} on ${ground}: ${contrast(theme[ink], theme[ground]).toFixed(2)}`);
    }
  });

  test(`${name}: marks stand out from checkers and field, or their edges do`, () => {
    for (const ground of ["white", "black", "field", "darkPoint", "lightPoint"]) {
      const best = Math.max(contrast(theme.accent, theme[ground]), contrast(theme.accentEdge, theme[ground]));
      assert.ok(best >= 3, `accent on ${ground}: ${best.toFixed(2)}`);
    }
  });
}

test("every theme has its rule", () => {
  for (const name of Object.keys(THEMES)) assert.ok(themeRules().includes(`[theme="${name}"]`));
});
