// Small elements of the table: badges, meters, dice.

import { make, shape } from "./dom.js";
import { knowsCards } from "./lexicon.js";
import { chanceParts, current, has, nameOf, say, tell, term } from "./words.js";

/** Sets the color of an element, and black or white for its text, whichever has more contrast. */
export function paint(element, colour) {
  element.style.background = colour;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  element.style.color = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
  return element;
}

/** Returns the length of the common beginning of two names, -1 if `b` begins with all of `a`. */
const common = (a, b) => [...a].findIndex((letter, n) => letter !== b[n]);

/**
 * Returns the panels; survivors and factions get letters in the language of the page: the first one of the name, and another one
 * where names begin alike. `was` keeps the server's letters.
 */
export function lettered(panels) {
  if (current() === "en") return panels;
  const names = panels.map((panel) => tell(panel.title));
  return panels.map((panel, i) => {
    if (!/^(survivor|player):/.test(panel.tag) || !/^[A-Z]/.test(panel.mark ?? "")) return panel;
    const name = names[i];
    const again = name.match(/\d+$/)?.[0]; // for the second of the same name
    const alike = Math.max(...names.filter((_, k) => k !== i).map((other) => common(name, other)));
    return { ...panel, was: panel.mark, mark: name[0] + (again ?? (alike > 0 ? name[alike] : "")) };
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

/** Returns half the width of the 95 % confidence interval of a share `p` of `n` games (Wilson). */
export function doubt(p, n) {
  const z = 1.96;
  return (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** Returns a die with its face up: green for a hit, red for a miss, plain for null. */
export function die(face, hit) {
  const said = hit === null ? String(face) : say(hit ? "die.hit" : "die.miss", { face });
  return shape("svg", { viewBox: "0 0 34 34", class: `cube ${hit === null ? "" : hit ? "hit" : "miss"}`, role: "img", "aria-label": said },
    shape("rect", { x: 2, y: 2, width: 30, height: 30, rx: 7 }), ...(PIPS[face] ?? []).map((at) => shape("circle", { cx: 9 + 8 * (at % 3), cy: 9 + 8 * Math.floor(at / 3), r: 3 })));
}

/** Signs of the dice of Hit Z Road, as paths in a square of 34 by 34. */
const RESULTS = {
  dodge: "M9 15h16v4H9z", adrenaline: "M19 5L9 19h6l-2 11 12-15h-6z",
  kill: "M15.500 4h3v5a8 8 0 0 1 6.500 6.500h5v3h-5a8 8 0 0 1-6.500 6.500v5h-3v-5A8 8 0 0 1 9 18.500H4v-3h5A8 8 0 0 1 15.500 9zM17 12a5 5 0 1 0 .1 0z",
  wounded: "M17 4c5 8 8 11 8 17a8 8 0 0 1-16 0c0-6 3-9 8-17z", horror: "M17 5c7 0 11 4 11 10 0 4-2 6-4 7v6H10v-6c-2-1-4-3-4-7C6 9 10 5 17 5zM12 13a3 3 0 1 0 .1 0zM22 13a3 3 0 1 0 .1 0z",
};
RESULTS.double = RESULTS.kill;

/** Returns a die of Hit Z Road, black or red, with the sign of its result. */
export const resultDie = (colour, result) => shape("svg", { viewBox: "0 0 34 34", class: `cube road ${colour} ${result}`, role: "img", "aria-label": term(result) ?? nameOf(result) },
  shape("rect", { x: 2, y: 2, width: 30, height: 30, rx: 7 }), shape("path", { d: RESULTS[result] ?? "", "fill-rule": "evenodd" }), ...(result === "double" ? [shape("path", { d: RESULTS.adrenaline, class: "spark" })] : []));

/** Returns dice as pictures, and the other results of chance as words, grouped by deck. `hits`: for each die whether it hit, if that is known. */
export function chance(text, hits = []) {
  const parts = [];
  let thrown = 0;
  for (const [what, rest] of chanceParts(text)) {
    if (what === "zombies" && knowsCards()) continue; // the events describe what a zombie card does
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
