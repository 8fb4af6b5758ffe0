// Small pieces of the table: badges, meters, dice.

import { make } from "./dom.js";
import { chanceParts, has, nameOf, say, tell, term } from "./words.js";

/** Give an element a colour, and its text what can be read on it. */
export function paint(element, colour) {
  element.style.background = colour;
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  element.style.color = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#14161a" : "#fff";
  return element;
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
  return make("span", { class: "meter", "aria-label": `${tell(m.label)} ${m.value}/${m.maximum}` }, make("small", { class: "faint" }, tell(m.label)), pips, m.text && make("small", {}, m.text));
}

export const percent = (p) => `${(100 * p).toFixed(p < 0.1 ? 1 : 0)} %`;

/** Dice as dice, the rest as words; cards of one deck stand together. */
export function chance(text) {
  const parts = [];
  for (const [what, rest] of chanceParts(text)) {
    if (has(`drawn.${what}`) && parts.at(-1)?.[0] === what) parts.at(-1)[1].push(...rest);
    else parts.push([what, rest]);
  }
  return make("span", { class: "chance" }, parts.map(([what, rest]) => {
    const dice = what === "dice" || what === "red";
    if (dice && rest.every((w) => /^[1-6]$/.test(w))) return rest.map((w) => make("span", { class: "die", "aria-label": w }, "⚀⚁⚂⚃⚄⚅"[Number(w) - 1]));
    if (dice) return [...new Set(rest)].map((w) => make("span", { class: `drawn result ${what}` }, `${rest.filter((other) => other === w).length}× ${term(w) ?? w}`));
    const kind = has(`drawn.${what}`) ? say(`drawn.${what}`) : term(what) ?? what;
    return make("span", { class: "drawn" }, `${kind}: ${rest.map(nameOf).join(", ")}`);
  }));
}
