// Advice: what up to two agents think of the shown position, side by side. A policy reports its expected value and action probabilities, a search its
// results.

import { fill, make } from "./dom.js";
import { actionWords, complaint, has, nameOf, playerName, say } from "./words.js";
import { mark } from "./board.js";
import { researcher } from "./face.js";
import { percent } from "./pieces.js";

const SEARCH = "search:simulations=512";
const RULES = "greedy";
const MOST = 2; // maximum number of agents asked at once
const LEAST = 0.0005; // lowest probability that is listed

/**
 * Returns the specs of the agents that can be asked about a game: policies that know it, the search, the rule-based agent, and
 * checkpoints that play in it.
 */
export function advisers({ view: { policies, seats } }) {
  return [...new Set([...policies, SEARCH, RULES, ...seats.map((s) => s.player).filter((spec) => spec.startsWith("checkpoint"))])];
}

export function showAdvice(table) {
  const box = table.parts.advice;
  const specs = advisers(table);
  if (box.dataset.specs !== specs.join()) build(table, box, specs);
  for (const button of box.querySelectorAll("[data-advisor]")) button.setAttribute("aria-pressed", String(table.advisors.includes(button.dataset.advisor)));
  fillThoughts(table, box.querySelector(".thoughts"));
}

/** Returns the name of an agent by its spec; a search is named without its arguments. */
export const adviserName = (spec) => (spec.startsWith("search:") ? say("seat.search") : playerName(spec));

/** Builds the frame of the advice. It is rebuilt only when `specs` change; the opinions inside are updated by fillThoughts. */
function build(table, box, specs) {
  box.dataset.specs = specs.join();
  const toggle = (spec) => {
    table.advisors = table.advisors.includes(spec) ? table.advisors.filter((other) => other !== spec) : [...table.advisors, spec].slice(-MOST);
    table.look(table.place);
  };
  const input = researcher() && make("input", { id: "advisor", type: "text", spellcheck: "false", placeholder: "checkpoint:...", "aria-label": say("advice.who"), onchange: () => { if (input.value.trim()) toggle(input.value.trim()); } });
  const choices = specs.map((spec) => make("button", { type: "button", class: "quiet", "data-advisor": spec, title: researcher() ? spec : null, onclick: () => toggle(spec) }, adviserName(spec)));
  fill(box, make("div", { id: "advice-box" }, make("h2", {}, say("advice.title")), make("p", { class: "faint" }, say(researcher() ? "advice.note" : "advice.plain")),
    make("div", { class: "acts" }, choices), input, make("div", { class: "thoughts", "aria-live": "polite" })));
}

function fillThoughts(table, box) {
  const { advice } = table.view;
  const waited = table.advisors.filter((spec) => !advice.some((told) => told.by === spec));
  const told = table.advisors.map((spec) => advice.find((one) => one.by === spec)).filter(Boolean);
  const both = told.filter((one) => !one.reason);
  fill(box, told.map((one) => header(table, one, told.length > 1)), waited.map((spec) => make("p", { class: "faint" }, `${adviserName(spec)}: ${say("advice.thinks")}`)),
    both.length > 0 && make("ul", { class: `bars n${both.length}`, id: "bars" }, rows(both).map((row) => line(table, row, both.length))));
}

/**
 * Returns the head of an opinion: the agent (if `named`), what it expects, and how the game differs from those it was trained on.
 * Without an opinion, the reason.
 */
function header(table, one, named) {
  const name = named && make("b", {}, adviserName(one.by));
  if (one.reason) return make("p", { class: "faint" }, name, " ", has(`advice.${one.reason}`) ? say(`advice.${one.reason}`) : complaint(one.reason));
  const searched = one.choices[0]?.v !== undefined;
  const expects = one.value === null || !(searched || researcher()) ? say(one.value === null ? "advice.move" : "advice.decides", { who: table.names[one.who] }) : say(searched ? "advice.won" : "advice.value", { who: table.names[one.who], value: one.value.toFixed(3), won: percent(one.value) });
  const strange = one.unlike.map(([option, here, there]) => say("advice.unlike.option", { option: has(`option.${option}`) ? say(`option.${option}`) : option, here: word(here), there: there.map(word).join(", ") }));
  return make("div", { class: "opinion" }, make("p", { class: "value" }, name, " ", expects),
    strange.length > 0 && make("p", { class: "unlike" }, `${say("advice.unlike")} ${strange.join("; ")}. `, researcher() && make("small", { class: "faint" }, say("advice.unlike.how"))));
}

const word = (value) => (value === null ? "–" : typeof value === "string" ? nameOf(value) : String(value));

/** Returns every action that an agent in `advice` considers, with the choice of each agent in `by`; the most likely action first. */
function rows(advice) {
  const found = new Map();
  advice.forEach((one, i) => {
    for (const choice of one.choices.filter((c) => c.p >= LEAST)) {
      if (!found.has(choice.t)) found.set(choice.t, { text: choice.t, tags: choice.k, by: [] });
      found.get(choice.t).by[i] = choice;
    }
  });
  const best = (row) => Math.max(...row.by.map((choice) => choice?.p ?? 0));
  return [...found.values()].sort((a, b) => best(b) - best(a));
}

function line(table, { text, tags, by }, advisers) {
  const all = Array.from({ length: advisers }, (_, i) => by[i]);
  const bars = all.map((choice) => {
    const bar = make("span", { class: "bar" });
    bar.style.width = `${(100 * (choice?.p ?? 0)).toFixed(1)}%`;
    return bar;
  });
  const searched = all.find((choice) => choice?.v !== undefined);
  return make("li", { onmouseenter: () => mark(table.parts.board, tags), onmouseleave: () => mark(table.parts.board, []) }, bars,
    all.map((choice) => make("span", { class: "p" }, choice ? percent(choice.p) : "–")),
    make("span", {}, actionWords(text), searched && make("small", { class: "searched" }, say("advice.search", { visits: searched.v, won: percent(searched.w), line: searched.l.slice(1).map(actionWords).join(", ") }))));
}
