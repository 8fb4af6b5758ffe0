// Arranging cards: they are moved on the page only; the server receives the result when it is confirmed (message "arrange").

import { fill, make } from "./dom.js";
import { actionWords, say } from "./words.js";

/** Returns the owner of a slot by its tag: slot:OWNER:PLACE. */
const owner = (tag) => tag.split(":")[1];

/** True if the cards that can be moved now are arranged on the page first. */
export const arranging = (table) => Boolean(table.view.turn && table.view.arrange);

/** Returns the arrangement on the page: slot -> card, where a card is identified by its slot in the game. A new position resets it. */
function lies(table) {
  const key = `${table.view.total} ${JSON.stringify(table.view.arrange)}`;
  if (table.laying?.key !== key) table.laying = { key, cards: new Map(Object.keys(table.view.arrange.fits).map((tag) => [tag, tag])) };
  return table.laying.cards;
}

/** Returns the cards that were moved on the page: slot in the game -> slot on the page. */
export function moved(table) {
  return arranging(table) ? Object.fromEntries([...lies(table)].filter(([place, card]) => place !== card).map(([place, card]) => [card, place])) : {};
}

export const anyMoved = (table) => Object.keys(moved(table)).length > 0;

/** Returns the panel with its cards as arranged on the page. */
export function laidOut(table, panel) {
  if (!arranging(table) || !panel.slots.some((slot) => owner(slot.tag) in table.view.arrange.limits)) return panel;
  const cards = lies(table);
  const all = new Map(table.view.board.panels.flatMap((one) => one.slots).map((slot) => [slot.tag, slot]));
  const slots = panel.slots.map((slot) => {
    const card = all.get(cards.get(slot.tag));
    return { ...slot, text: card?.text ?? "", note: card?.note ?? "" };
  });
  return { ...panel, slots };
}

/** True if the card in the slot `from` can be moved to the slot `to`; a card that is there changes places with it. */
export function mayLay(table, from, to) {
  if (!arranging(table) || !from || from === to) return false;
  const { fits, limits, own } = table.view.arrange;
  const cards = lies(table);
  const [card, there] = [cards.get(from), cards.get(to)];
  const [giver, taker] = [owner(from), owner(to)];
  if (!card || !(taker in limits) || (giver !== own && taker !== own) || !fits[card].includes(to)) return false;
  if (there) return fits[there].includes(from);
  return giver === taker || [...cards.keys()].filter((tag) => owner(tag) === taker).length < limits[taker];
}

export const holdsCard = (table, tag) => arranging(table) && lies(table).has(tag);

export function lay(table, from, to) {
  const cards = lies(table);
  const [card, there] = [cards.get(from), cards.get(to)];
  cards.delete(from);
  cards.set(to, card);
  if (there) cards.set(from, there);
  table.card = null;
  table.relaid(to);
}

/** Undoes the whole arrangement: all cards are where the game has them. */
function layBack(table) {
  table.laying = null;
  table.relaid();
}

/** Returns the buttons that confirm the arrangement (and say "done", if that is legal) or undo it; null if no card was moved. */
export function confirmation(table) {
  if (!anyMoved(table)) return null;
  const done = table.view.legal.find((a) => a.b === "done");
  const press = (then) => () => table.decide({ type: "arrange", at: table.view.total, cards: moved(table), ...(then && { then: then.a }) });
  const button = (words, act, main) => make("button", { type: "button", class: `act ${main ? "main" : ""}`, onclick: act, "data-lay": main ? "confirm" : "back" }, make("span", {}, words));
  const box = make("div", { class: "group lay" });
  fill(box, make("h3", {}, say("lay.title")), make("div", { class: "acts" }, button(done ? `${say("lay.confirm")} – ${actionWords(done.t)}` : say("lay.confirm"), press(done), true), button(say("lay.back"), () => layBack(table), false)));
  return box;
}
