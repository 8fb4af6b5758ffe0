// Small pieces of the table: badges, meters, dice.

import { make } from "./dom.js";
import { knowsCards } from "./lexicon.js";
import { chanceParts, current, has, nameOf, say, tell, term } from "./words.js";

/** Give an element a colour, and its text what can be read on it: black from the brightness on at which it has more contrast than white. */
export function paint(element, colour) {
  element.style.background = colour;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  element.style.color = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
  return element;
}

/** How many letters two names begin with alike. */
const common = (a, b) => [...a].findIndex((letter, n) => letter !== b[n]);

/** Panels of survivors with the first letter of their names in the language of the page, and one that tells apart those who share it. */
export function lettered(panels) {
  if (current() === "en") return panels;
  const names = panels.map((panel) => tell(panel.title));
  return panels.map((panel, i) => {
    if (!panel.tag.startsWith("survivor:")) return panel;
    const name = names[i];
    const again = name.match(/\d+$/)?.[0]; // the second of its name
    const alike = Math.max(...names.filter((_, k) => k !== i).map((other) => common(name, other)));
    return { ...panel, mark: name[0] + (again ?? (alike > 0 ? name[alike] : "")) };
  });
}

export function badge(text, colour) {
  return colour ? paint(make("span", { class: "badge" }, text), colour) : make("b", {}, text);
}

export function meter(m) {
  const pips = m.pips ? Array.from({ length: m.maximum }, (_, i) => {
    const pip = make("i", { class: "pip" });
    pip.style.borderColor = m.colour;
    if (i < m.value) pip.style.background = m.colour;
    return pip;
  }) : [make("progress", { max: m.maximum, value: m.value })];
  return make("span", { class: "meter", "data-x": `meter:${m.label}`, role: "img", "aria-label": `${tell(m.label)} ${m.value}/${m.maximum}` }, make("small", { class: "faint" }, tell(m.label)), pips, m.text && make("small", {}, m.text));
}

export const percent = (p) => `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die with its face up: green if it has hit, red if it has missed, plain if nothing depends on it (null). */
export function die(face, hit) {
  const NS = "http://www.w3.org/2000/svg";
  const said = hit === null ? String(face) : say(hit ? "die.hit" : "die.miss", { face });
  const picture = document.createElementNS(NS, "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 34 34", class: `cube ${hit === null ? "" : hit ? "hit" : "miss"}`, role: "img", "aria-label": said })) picture.setAttribute(key, value);
  const add = (name, attributes) => {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    picture.append(made);
  };
  add("rect", { x: 2, y: 2, width: 30, height: 30, rx: 7 });
  for (const at of PIPS[face] ?? []) add("circle", { cx: 9 + 8 * (at % 3), cy: 9 + 8 * Math.floor(at / 3), r: 3 });
  return picture;
}

/** Dice as dice, the rest as words; cards of one deck stand together. `hits` says of each die whether it has hit, if that is known. */
export function chance(text, hits = []) {
  const parts = [];
  let thrown = 0;
  for (const [what, rest] of chanceParts(text)) {
    if (what === "zombies" && knowsCards()) continue; // what came of a zombie card is told by the events
    if (has(`drawn.${what}`) && parts.at(-1)?.[0] === what) parts.at(-1)[1].push(...rest);
    else parts.push([what, rest]);
  }
  return make("span", { class: "chance" }, parts.map(([what, rest]) => {
    const dice = what === "dice" || what === "red";
    if (dice && rest.every((w) => /^[1-6]$/.test(w))) return rest.map((w) => die(Number(w), hits[thrown++] ?? null));
    if (dice) return [...new Set(rest)].map((w) => make("span", { class: `drawn result ${what}` }, `${rest.filter((other) => other === w).length}× ${term(w) ?? w}`));
    const kind = has(`drawn.${what}`) ? say(`drawn.${what}`) : term(what) ?? what;
    return make("span", { class: "drawn" }, `${kind}: ${rest.map(nameOf).join(", ")}`);
  }));
}
