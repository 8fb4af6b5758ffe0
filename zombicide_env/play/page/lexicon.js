// Explanations of a game's terms, requested once per game, and the printed values of its cards.

import { ask, make } from "./dom.js";
import { current, idOf, nameOf, say, tellAsIn } from "./words.js";

let known = { texts: {} };
let asked = "";

/** Requests the explanations for the game of a room, in the language of the page. */
export async function loadLexicon(room) {
  const wanted = `/api/rooms/${room}/reference?language=${current()}`;
  if (wanted === asked) return;
  asked = wanted;
  known = { texts: {} };
  try {
    const told = await ask(wanted);
    if (wanted !== asked) return; // the page shows another game now
    known = told;
    tellAsIn(gameOf());
  } catch {
    if (wanted === asked) asked = ""; // the game works without explanations
  }
}

/** Returns the explanation of a thing, "" if there is none. In ids such as starts_with:{item} any word can replace the braces. */
export function explain(kind, id) {
  const texts = known.texts[kind] ?? {};
  if (texts[id]) return texts[id];
  for (const [pattern, text] of Object.entries(texts)) {
    const [head, tail] = pattern.split(/\{\w+\}/);
    if (tail !== undefined && id.startsWith(head) && id.endsWith(tail) && id.length > head.length + tail.length) {
      return text.replace(/\{\w+\}/g, nameOf(id.slice(head.length, id.length - tail.length)));
    }
  }
  return "";
}

/** Returns the explanation of a word as any of these kinds, by default of all kinds; "" if there is none. */
export function explainWord(text, ...kinds) {
  const id = idOf(text).replace(/_x\d+$/, "");
  for (const kind of kinds.length ? kinds : Object.keys(known.texts)) {
    const said = explain(kind, id) || explain(kind, id.replace(/:/g, "_"));
    if (said) return said;
  }
  return "";
}

/** Returns the skills of a survivor by danger level: [[level, [skill, ...]], ...]. A second Ann has those of Ann. */
export function sheet(name) {
  const found = known.survivors?.[name] ?? known.survivors?.[name.replace(/_\d+$/, "")];
  return found ? Object.entries(found) : [];
}

/** Returns the id of the game that is explained, "" before it is known. */
export const gameOf = () => known.game ?? "";

/** Returns the printed values of an equipment card or a city card, null if it has none. */
export const printed = (id) => known.equipment?.[id] ?? known.cards?.[id] ?? null;

/** Returns the lines of the quest's briefing. */
export const briefing = () => known.briefing ?? [];

/** Returns the rules in short. */
export const primer = () => explain("game", "primer");

/** True if the printed lines of zombie cards are known. */
export const knowsCards = () => known.zombie_cards !== undefined;

const LEVELS = ["blue", "yellow", "orange", "red"];

/** Returns the zombies in a line of a zombie card ("walker 2") in words. */
const came = (line) => {
  const [kind, n] = line.split(" ");
  return line ? `${nameOf(kind)}${n ? ` × ${n}` : ""}` : say("card.nobody");
};

/** Returns in words what a zombie card does at a danger level; null if the card is not known. */
export function cardWords(number, level) {
  const found = known.zombie_cards?.[number];
  if (!found) return null;
  const brings = found[level] || found.kind === "spawn"; // without a line for the level, a spawn card brings nobody
  return brings ? `${say(`card.${found.kind}`)}: ${came(found[level])}` : say(`card.${found.kind}`);
}

/** Returns a zombie card face up: the zombies of each danger level, with the current level highlighted; null if the card is not known. */
export function card(number, level) {
  const found = known.zombie_cards?.[number];
  if (!found) return null;
  const lines = LEVELS.filter(() => /spawn|extra|siege|manhole/.test(found.kind)).map((name) =>
    make("li", { class: `${name} ${name === level ? "now" : ""}` }, make("span", { class: "swatch" }), came(found[name] ?? "")));
  return make("div", { class: "zcard" }, make("b", {}, say(`card.${found.kind}`)), lines.length > 0 && make("ul", {}, lines), found.kind !== "spawn" && make("p", {}, explain("zombie_card", found.kind)));
}
