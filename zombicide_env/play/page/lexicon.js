// What words of a game mean: the explanations of its edition, asked for once, and what is printed on cards.

import { ask, make } from "./dom.js";
import { current, idOf, nameOf, say, tellAsIn } from "./words.js";

let known = { texts: {} };
let asked = "";

/** Fetch the explanations of the game of a room, in the language of the page. */
export async function loadLexicon(room) {
  const wanted = `/api/rooms/${room}/reference?language=${current()}`;
  if (wanted === asked) return;
  asked = wanted;
  known = { texts: {} };
  try {
    const told = await ask(wanted);
    if (wanted !== asked) return; // another game is looked at by now
    known = told;
    tellAsIn(gameOf());
  } catch {
    if (wanted === asked) asked = ""; // nothing is explained, but the game goes on
  }
}

/** What is said of a thing of a kind, "" for nothing; ids such as starts_with:{item} stand for any word there. */
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

/** What is said of a word, whatever kind of thing it is; "" for nothing. */
export function explainWord(text, ...kinds) {
  const id = idOf(text).replace(/_x\d+$/, "");
  for (const kind of kinds.length ? kinds : Object.keys(known.texts)) {
    const said = explain(kind, id) || explain(kind, id.replace(/:/g, "_"));
    if (said) return said;
  }
  return "";
}

/** Skills of a survivor by danger level: [[level, [skill, ...]], ...]; of a second Ann those of Ann. */
export function sheet(name) {
  const found = known.survivors?.[name] ?? known.survivors?.[name.replace(/_\d+$/, "")];
  return found ? Object.entries(found) : [];
}

/** Which game the words are of; "" before they have come. */
export const gameOf = () => known.game ?? "";

/** What is printed on a card of equipment, or on a card of the city; null for one that has no numbers. */
export const printed = (id) => known.equipment?.[id] ?? known.cards?.[id] ?? null;

/** The briefing of the quest, line by line. */
export const briefing = () => known.briefing ?? [];

/** The rules in short. */
export const primer = () => explain("game", "primer");

/** Whether zombie cards can be told by what is printed on them. */
export const knowsCards = () => known.zombie_cards !== undefined;

const LEVELS = ["blue", "yellow", "orange", "red"];

const came = (line) => {
  const [kind, n] = line.split(" ");
  return line ? `${nameOf(kind)}${n ? ` × ${n}` : ""}` : say("card.nobody");
};

/** What a zombie card says at a danger level, in words; null for one that is not known. */
export function cardWords(number, level) {
  const found = known.zombie_cards?.[number];
  if (!found) return null;
  const brings = found[level] || found.kind === "spawn"; // where a card of zombies has no line for the level nobody comes
  return brings ? `${say(`card.${found.kind}`)}: ${came(found[level])}` : say(`card.${found.kind}`);
}

/** A zombie card face up: who comes at each danger level; the present one stands out. */
export function card(number, level) {
  const found = known.zombie_cards?.[number];
  if (!found) return null;
  const lines = LEVELS.filter(() => /spawn|extra|siege|manhole/.test(found.kind)).map((name) =>
    make("li", { class: `${name} ${name === level ? "now" : ""}` }, make("span", { class: "swatch" }), came(found[name] ?? "")));
  return make("div", { class: "zcard" }, make("b", {}, say(`card.${found.kind}`)), lines.length > 0 && make("ul", {}, lines), found.kind !== "spawn" && make("p", {}, explain("zombie_card", found.kind)));
}
