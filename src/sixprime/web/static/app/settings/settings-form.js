/** The form fields of the settings: all of them for the settings page, those of the board for the match page. */

import { button, element } from "../shared/dom.js";
import { radioGroup, switchField as plainToggle } from "../shared/form-fields.js";
import { LANGUAGES, text } from "../shared/translations.js";
import { areMarks, areTutorLimits, changeSetting, DEFAULT_MARKS, DEFAULT_TUTOR_LIMITS, NAME_LENGTH, settings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {string} legend
 * @param {[Settings[K], string, string?][]} options
 * @param {string} [layout]
 */
function settingChoice(name, legend, options, layout) {
  return radioGroup(
    legend,
    `setting-${name}`,
    options.map(([value, label, help]) => ({ value: String(value), label, help })),
    String(settings()[name]),
    (value) => changeSetting(name, /** @type {Settings[K]} */ (value)),
    layout,
  );
}

/**
 * @param {"pips" | "sounds" | "autoroll" | "forced" | "movable" | "tutor" | "chances" | "feedback"} name
 * @param {string} label
 * @param {string} [help]
 */
function toggle(name, label, help) {
  return plainToggle(`setting-${name}`, label, settings()[name], (isOn) => changeSetting(name, isOn), help);
}

const boardChoices = () => [
  settingChoice("board", text("Board"), [
    ["auto", text("Automatic")],
    ["classic", text("Classic")],
    ["wood", text("Wood")],
    ["felt", text("Felt")],
    ["flat", text("Flat")],
    ["dark", text("Dark")],
    ["contrast", text("High contrast")],
  ]),
  settingChoice("appearance", text("Colour scheme"), [
    ["system", text("Same as system")],
    ["light", text("Light")],
    ["dark", text("Dark")],
  ]),
  settingChoice("home", text("Your home board"), [
    ["right", text("on the right")],
    ["left", text("on the left")],
  ]),
  settingChoice("numbering", text("Point numbers"), [
    ["points", text("1 to 24")],
    ["sheets", text("1 to 12 and 1A to 12A")],
  ]),
  settingChoice("speed", text("Animation speed"), [
    ["slow", text("Slow")],
    ["normal", text("Normal")],
    ["fast", text("Fast")],
    ["off", text("Instant")],
  ]),
  toggle("pips", text("Show pip counts"), text("How far each side still has to move")),
  toggle("movable", text("Mark the checkers that can move")),
  toggle("sounds", text("Sounds")),
];

const automaticChoices = () => [
  toggle("autoroll", text("Roll automatically"), text("When you cannot double, the dice are rolled for you")),
  toggle("forced", text("Play forced moves automatically"), text("When there is only one legal play, or none")),
  settingChoice(
    "bearoff",
    text("Bearing off when there is no more contact"),
    [
      ["off", text("Manually")],
      ["greedy", text("As many checkers as possible")],
      ["best", text("The best play")],
    ],
    "stacked",
  ),
];

const tutorChoices = () => [
  toggle("tutor", text("Tutor against the bot"), text("Asks you to look again before a play or cube action that loses a lot")),
  toggle("chances", text("Show the winning chances"), text("While the tutor is on")),
  toggle("feedback", text("Rate each of my decisions"), text("While the tutor is on: good, inaccuracy, error or blunder, and how lucky the roll was")),
];

/** The settings that matter during a game. */
export function boardFields() {
  return [...boardChoices(), ...automaticChoices(), ...tutorChoices()];
}

/** All settings, in sections. */
export function settingsFields() {
  const name = element("input", {
    type: "text",
    id: "setting-name",
    maxlength: NAME_LENGTH,
    autocomplete: "nickname",
    value: settings().name,
    oninput: () => changeSetting("name", name.value.trim()),
  });
  const language = element(
    "select",
    {
      id: "setting-language",
      onchange: () => changeSetting("language", /** @type {Settings["language"]} */ (language.value)),
    },
    element("option", { value: "", selected: settings().language === "" }, text("Same as browser")),
    ...Object.entries(LANGUAGES).map(([code, title]) => element("option", { value: code, lang: code, selected: settings().language === code }, title)),
  );
  return [
    section(text("You"), [
      element("label", { class: "field" }, element("span", { class: "label" }, text("Your name")), name, element("span", { class: "help" }, text("Shown to others when you play by link."))),
      element("label", { class: "field" }, element("span", { class: "label" }, text("Language")), language),
    ]),
    section(text("The board"), boardChoices()),
    section(text("Automation"), automaticChoices()),
    section(text("Tutor"), [...tutorChoices(), tutorLimitFields()]),
    section(text("Analysis"), [markFields()]),
  ];
}

/** From which loss on decisions are marked. */
function markFields() {
  /** @type {[keyof Settings["marks"], string][]} */
  const labels = [
    ["inaccuracy", text("Inaccuracy (?!)")],
    ["error", text("Error (?)")],
    ["blunder", text("Blunder (??)")],
  ];
  const problem = element("span", { class: "problem-words", id: "marks-problem", role: "alert" });
  const inputs = labels.map(([name]) =>
    element("input", { type: "number", id: `setting-marks-${name}`, min: 0.001, max: 2, step: 0.005, inputmode: "decimal", value: settings().marks[name], "aria-describedby": "marks-help marks-problem", oninput: () => store() }),
  );
  const store = () => {
    const [inaccuracy = 0, error = 0, blunder = 0] = inputs.map((input) => input.valueAsNumber);
    const limits = { inaccuracy, error, blunder };
    const isGood = areMarks(limits);
    problem.textContent = isGood ? "" : text("Each has to be a number above 0, and no smaller than the one before.");
    if (isGood) changeSetting("marks", limits);
  };
  const reset = () => {
    for (const [place, [name]] of labels.entries()) /** @type {HTMLInputElement} */ (inputs[place]).value = String(DEFAULT_MARKS[name]);
    store();
  };
  return element(
    "fieldset",
    { class: "mark-limits" },
    element("legend", {}, text("Marks of decisions")),
    element("p", { class: "help", id: "marks-help" }, text("How much equity a decision has to lose for each mark.")),
    element("div", { class: "mark-fields" }, ...labels.map(([name, label], place) => element("label", { class: "field", for: `setting-marks-${name}` }, element("span", { class: "label" }, label), /** @type {HTMLInputElement} */ (inputs[place])))),
    problem,
    button(text("Reset"), { kind: "small", onclick: reset }),
  );
}

/** From which loss on the tutor asks. */
function tutorLimitFields() {
  /** @type {[keyof Settings["tutorLimits"], string][]} */
  const labels = [
    ["play", text("Plays")],
    ["cube", text("Cube and resignations")],
  ];
  const problem = element("span", { class: "problem-words", id: "tutor-problem", role: "alert" });
  const inputs = labels.map(([name]) =>
    element("input", { type: "number", id: `setting-tutor-${name}`, min: 0.001, max: 2, step: 0.005, inputmode: "decimal", value: settings().tutorLimits[name], "aria-describedby": "tutor-help tutor-problem", oninput: () => store() }),
  );
  const store = () => {
    const [play = 0, cube = 0] = inputs.map((input) => input.valueAsNumber);
    const limits = { play, cube };
    const isGood = areTutorLimits(limits);
    problem.textContent = isGood ? "" : text("Each has to be a number between 0.001 and 2.");
    if (isGood) changeSetting("tutorLimits", limits);
  };
  const reset = () => {
    for (const [place, [name]] of labels.entries()) /** @type {HTMLInputElement} */ (inputs[place]).value = String(DEFAULT_TUTOR_LIMITS[name]);
    store();
  };
  return element(
    "fieldset",
    { class: "mark-limits" },
    element("legend", {}, text("When the tutor asks")),
    element("p", { class: "help", id: "tutor-help" }, text("How much equity a decision has to lose.")),
    element("div", { class: "mark-fields" }, ...labels.map(([name, label], place) => element("label", { class: "field", for: `setting-tutor-${name}` }, element("span", { class: "label" }, label), /** @type {HTMLInputElement} */ (inputs[place])))),
    problem,
    button(text("Reset"), { kind: "small", onclick: reset }),
  );
}

/**
 * @param {string} title
 * @param {HTMLElement[]} parts
 */
function section(title, parts) {
  return element("section", { class: "panel settings-section" }, element("h2", {}, title), ...parts);
}
