/** The form for a new game: opponent, length, rules, names. It changes the choices that it is given. */

import { LEAFLET_TEXTS, leafletMark } from "../rulebook/leaflets.js";
import { differences, namedDifferences, presetTitle, setPresetTitles } from "../rulebook/presets.js";
import { rulePicture } from "../rulebook/rule-pictures.js";
import { changeSetting, NAME_LENGTH, settings } from "../settings/settings.js";
import { element, setChildren } from "../shared/dom.js";
import { radioGroup, switchField } from "../shared/form-fields.js";
import { counted, formatNumber, text } from "../shared/translations.js";
import { isStake, LENGTHS, LONGEST_MATCH } from "./choices.js";
import { compilingBar } from "./compiling.js";

/** @typedef {import("../shared/types.js").About} About */
/** @typedef {import("./choices.js").Choices} Choices */

/**
 * Build the form.
 * @param {Choices} choices changed in place
 * @param {About} about
 * @param {() => void} changed called after each change
 * @returns {HTMLElement[]} the parts of the form
 */
export function gameFields(choices, about, changed) {
  const level = element("div");
  const names = element("div");
  const stake = element("div");
  const rules = element("div");

  /** @param {Partial<Choices>} part */
  const set = (part) => {
    Object.assign(choices, part);
    show();
    changed();
  };

  const show = () => {
    level.hidden = choices.kind !== "bot";
    for (const input of names.querySelectorAll("[data-for]")) {
      const part = /** @type {HTMLElement} */ (input);
      part.hidden = !(part.getAttribute("data-for") ?? "").includes(choices.kind);
    }
    stake.hidden = choices.length !== null;
    showRules(rules, choices, set);
  };

  const strengths = radioGroup(
    text("Strength"),
    "level",
    about.levels.map(({ name, title, description, error_rate: rate }) => ({
      value: name,
      label: title.charAt(0).toLocaleUpperCase() + title.slice(1),
      help: description,
      title: text("loses {rate} thousandths of a point per decision", { rate: formatNumber(rate, { maximumFractionDigits: 1 }) }),
    })),
    choices.level,
    (value) => set({ level: value }),
    "grid",
  );
  const tutor = switchField("new-tutor", text("Tutor"), settings().tutor, (isOn) => changeSetting("tutor", isOn), text("Asks you to look again before a play or cube action that loses a lot"));
  setChildren(level, strengths, compilingBar(strengths, about.levels, choices.level, (name) => set({ level: name })), tutor);
  setChildren(stake, stakeField(choices, set));
  setChildren(names, ...nameFields(choices, set));
  const parts = [
    radioGroup(
      text("Opponent"),
      "kind",
      [
        { value: "bot", label: text("The bot"), picture: "bot" },
        { value: "screen", label: text("Two players on this screen"), picture: "screen" },
        { value: "link", label: text("A friend, by link"), picture: "people" },
      ],
      choices.kind,
      (value) => set({ kind: /** @type {Choices["kind"]} */ (value) }),
      "thirds",
    ),
    level,
    lengthField(choices, set),
    stake,
    rules,
    element("details", { class: "more" }, element("summary", {}, text("Names and colour")), names),
  ];
  show();
  return parts;
}

/**
 * @param {Choices} choices
 * @param {(part: Partial<Choices>) => void} set
 */
function lengthField(choices, set) {
  const usual = choices.length === null || LENGTHS.includes(choices.length);
  const input = element("input", {
    type: "number",
    id: "length",
    inputmode: "numeric",
    min: 1,
    max: LONGEST_MATCH,
    value: String(choices.length ?? 5),
    hidden: usual,
    "aria-label": text("Match length"),
    oninput: () => {
      const points = Math.round(Number(input.value));
      if (points >= 1 && points <= LONGEST_MATCH) set({ length: points });
    },
  });
  const field = radioGroup(
    text("Match length"),
    "length",
    [
      ...LENGTHS.map((points) => ({ value: String(points), label: counted("{count} point", "{count} points", points) })),
      { value: "other", label: text("Other") },
      { value: "money", label: text("Money play") },
    ],
    choices.length === null ? "money" : usual ? String(choices.length) : "other",
    (value) => {
      input.hidden = value !== "other";
      if (value === "other") input.focus();
      set({ length: value === "money" ? null : Number(value === "other" ? input.value : value) });
    },
    "filled",
  );
  field.append(input);
  return field;
}

/**
 * @param {Choices} choices
 * @param {(part: Partial<Choices>) => void} set
 */
function stakeField(choices, set) {
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    id: "stake",
    maxlength: 18,
    value: choices.stake,
    "aria-describedby": "stake-help",
    oninput: () => {
      const written = input.value.trim().replace(",", ".");
      input.setAttribute("aria-invalid", String(!isStake(written)));
      if (isStake(written)) set({ stake: written });
    },
  });
  return element(
    "label",
    { class: "field" },
    element("span", { class: "label" }, text("Stake per point")),
    input,
    element("span", { class: "help", id: "stake-help" }, text("Play as many games as you like; the score sheet shows who owes what.")),
  );
}

/**
 * @param {Choices} choices
 * @param {(part: Partial<Choices>) => void} set
 */
function nameFields(choices, set) {
  /**
   * @param {string} label
   * @param {string} id
   * @param {string} value
   * @param {(written: string) => void} write
   */
  const field = (label, id, value, write) => {
    const input = element("input", {
      type: "text",
      id,
      maxlength: NAME_LENGTH,
      value,
      autocomplete: "off",
      oninput: () => write(input.value.trim()),
    });
    return element("label", { class: "field" }, element("span", { class: "label" }, label), input);
  };
  const other = element("div", { dataset: { for: "screen" } }, field(text("Opponent's name"), "other", choices.other, (written) => set({ other: written })));
  const colour = radioGroup(
    text("Your colour"),
    "seat",
    [
      { value: "white", label: text("White") },
      { value: "black", label: text("Black") },
      { value: "either", label: text("Random") },
    ],
    choices.seat ?? "either",
    (value) => set({ seat: value === "either" ? null : /** @type {import("../shared/types.js").Player} */ (value) }),
  );
  colour.setAttribute("data-for", "bot link");
  return [field(text("Your name"), "name", settings().name, (written) => changeSetting("name", written)), other, colour];
}

/**
 * Show the choice of presets, and the options if custom rules are chosen. It is rebuilt only if these change.
 * @param {HTMLElement} place
 * @param {Choices} choices
 * @param {(part: Partial<Choices>) => void} set
 */
function showRules(place, choices, set) {
  const money = choices.length === null;
  const key = `${choices.preset === "own"} ${money}`;
  if (place.getAttribute("data-key") === key) {
    const line = place.querySelector(".rules-now");
    if (line) line.textContent = rulesLine(choices);
    return;
  }
  place.setAttribute("data-key", key);
  const isOpen = place.querySelector("details")?.open ?? false;
  const focused = /** @type {HTMLInputElement | null} */ (place.querySelector("input:focus"))?.value;
  setChildren(
    place,
    element(
      "details",
      { class: "more", open: isOpen },
      element("summary", {}, element("span", {}, text("Rules")), element("span", { class: "rules-now" }, rulesLine(choices))),
      radioGroup(
        text("Rules"),
        "preset",
        [...PRESETS, "own"].map((preset) => ({
          value: preset,
          label: presetTitle(preset),
          help: preset === "own" ? text("choose every option yourself") : presetLine(preset, money),
          details: preset === "own" ? [] : presetDetails(preset, money),
        })),
        choices.preset,
        (value) => set({ preset: value }),
        "stacked",
      ),
      choices.preset === "own" ? ownRules(choices, money, set) : null,
      element("p", { class: "small-words" }, element("a", { href: "/rules" }, text("All rules, with pictures"))),
    ),
  );
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`input[value="${CSS.escape(focused)}"]`))?.focus();
}

/** @type {Record<string, import("../shared/types.js").Rules>} */
let presetRules = {};
/** @type {string[]} */
let PRESETS = ["standard"];

/** Set the presets to choose from; returns their rules by name. @param {About} about */
export function setPresets(about) {
  PRESETS = about.presets.map((preset) => preset.name);
  setPresetTitles(about);
  presetRules = Object.fromEntries(about.presets.map((preset) => [preset.name, preset.rules]));
  return presetRules;
}

/**
 * @param {string} preset
 * @param {boolean} money
 */
function presetLine(preset, money) {
  const lines = differences(presetRules[preset] ?? {}, { money });
  if (preset === "standard") return text("the standard rules of today");
  return lines.length ? lines.join(", ") : text("makes no difference in this kind of game");
}

/**
 * How to recognise the leaflet of a preset, and pictures of what is different in its rules.
 * @param {string} preset
 * @param {boolean} money
 * @returns {HTMLElement[]}
 */
function presetDetails(preset, money) {
  const rules = presetRules[preset] ?? {};
  const leaflet = LEAFLET_TEXTS.find((name) => preset.startsWith(name));
  const pictures = namedDifferences(rules, { money }).flatMap(({ name, words }) => {
    const picture = rulePicture(name, rules.cube_limit);
    return picture ? [element("span", { title: words }, picture)] : [];
  });
  return [
    ...(leaflet ? [element("small", { class: "mark" }, leafletMark(leaflet))] : []),
    ...(pictures.length > 0 ? [element("span", { class: "rule-pictures" }, ...pictures)] : []),
  ];
}

/** @param {Choices} choices */
function rulesLine(choices) {
  return presetTitle(choices.preset === "own" ? null : choices.preset);
}

/**
 * @param {Choices} choices
 * @param {boolean} money
 * @param {(part: Partial<Choices>) => void} set
 */
function ownRules(choices, money, set) {
  const place = element("div", { class: "own-rules" });
  const own = () => choices.own;
  /** @param {Record<string, unknown>} part */
  const put = (part) => {
    set({ own: { ...own(), ...part } });
    draw();
  };
  /**
   * @param {string} label
   * @param {keyof import("../shared/types.js").Rules} option
   * @param {[unknown, string][]} values
   */
  const select = (label, option, values) =>
    element(
      "label",
      { class: "field" },
      element("span", { class: "label" }, label),
      element(
        "select",
        {
          id: `own-${option}`,
          onchange: (/** @type {Event} */ event) => put({ [option]: JSON.parse(/** @type {HTMLSelectElement} */ (event.target).value) }),
        },
        ...values.map(([value, name]) => element("option", { value: JSON.stringify(value), selected: own()[option] === value }, name)),
      ),
    );
  /**
   * @param {string} label
   * @param {keyof import("../shared/types.js").Rules} option
   */
  const check = (label, option) => switchField(`own-${option}`, label, Boolean(own()[option]), (isOn) => put({ [option]: isOn }));
  const draw = () => {
    const focused = document.activeElement?.id;
    const cube = Boolean(own().cube);
    setChildren(
      place,
      select(text("Bearing off"), "bear_off", [
        ["standard", text("standard")],
        ["rearmost-only", text("rearmost checker only")],
        ["exact-only", text("exact number only")],
      ]),
      select(text("Triple win for"), "triple_win", [
        ["winners-home", text("a checker on the bar or in the winner's home")],
        ["outside-home", text("any checker outside the home board")],
      ]),
      select(text("Start position"), "start", [
        ["standard", text("standard")],
        ["nackgammon", text("nackgammon")],
        ["hypergammon", text("hypergammon")],
        ["longgammon", text("longgammon")],
      ]),
      check(text("Doubling cube"), "cube"),
      cube
        ? select(text("Cube limit"), "cube_limit", [[null, text("no limit")], ...[2, 4, 8, 16, 32, 64].map((limit) => /** @type {[number, string]} */ ([limit, String(limit)]))])
        : null,
      cube
        ? select(text("Tied opening roll"), "opening_tie", [
            ["reroll", text("roll again")],
            ["automatic-double", text("doubles the cube")],
          ])
        : null,
      cube && own().opening_tie === "automatic-double"
        ? select(text("Automatic doubles per game"), "automatic_double_limit", [[null, text("no limit")], [1, "1"], [2, "2"], [3, "3"]])
        : null,
      cube && money ? check(text("Jacoby rule"), "jacoby") : null,
      cube && money ? check(text("Beavers"), "beavers") : null,
      cube && money && own().beavers ? check(text("Raccoons"), "raccoons") : null,
      cube && !money ? check(text("Crawford rule"), "crawford") : null,
    );
    if (focused) document.getElementById(focused)?.focus();
  };
  draw();
  return place;
}
