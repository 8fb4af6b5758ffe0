// Belongings in a line: the viewer's next to the question, those of the others on chips next to the board.

import { make, settle } from "./dom.js";
import { signFor } from "./picture.js";
import { carriedBy } from "./team.js";
import { awaited, ownMark, tagOf } from "./people.js";
import { nameOf, say, tell } from "./words.js";
import { chipOf, isCard } from "./cards.js";
import { badge, meter, paint } from "./pieces.js";

/** Labels of a panel's rows that are too long for a line, or that its slots show too. */
const LONG = /^(Skills|Cards|Hands|Body|Pack|Owns)$/;
const SMALL = 4; // below this number of slots a chip shows them
const FEW = 12; // below this number of actions the panel itself is visible

/**
 * Returns the panel that the question is about: the decider's, or while waiting that of the viewer's only seat. Null or undefined if
 * there is none, or if anybody may be next.
 */
function asked(v) {
  if (v.turn && v.legal.every((a) => a.b === "activate")) return null;
  const mine = v.seats.filter((seat) => seat.mine);
  const agent = v.turn ? v.decider : mine.length === 1 ? mine[0].agent : "";
  return v.board.panels.find((panel) => panel.tag === tagOf(agent));
}

/** Returns the line with the belongings of the survivor or player that the question is about, null if there is none. */
export function owned(table) {
  const v = table.view;
  const panel = asked(v);
  if (!panel || v.over) return null;
  const near = (panel.slots.length >= SMALL || panel.slots.some(isCard)) && v.turn && v.legal.length < FEW;
  return make("p", { class: `owned ${near ? "near" : ""}`, "data-owner": panel.tag, "aria-label": say("room.owned") }, !v.turn && make("b", { class: "of-you" }, say("owned.you", { who: tell(panel.title) })), parts(table, panel));
}

function parts(table, panel) {
  const { legend } = table.view.board;
  const slots = panel.slots.filter((slot) => slot.text).map((slot) => cardOf(table, slot) ?? make("span", { class: "fact", "data-x": /^\d+$/.test(slot.text) ? null : `card:${slot.text}` }, signFor(legend, slot), slot.label && make("span", { class: "faint" }, `${nameOf(slot.label)} `), make("b", {}, tell(slot.text))));
  const rows = panel.rows.filter((row) => !LONG.test(row.label) && !(panel.slots.length && row.label === "Hand")).map((row) => make("span", { class: "fact" }, make("span", { class: "faint" }, `${tell(row.label)} `), make("b", {}, tell(row.text))));
  return [...panel.badges.map((b) => badge(tell(b.text), b.colour)), ...panel.meters.map(meter), ...slots, ...rows];
}

/** Returns a card for the line. It can be pressed and dragged like the card in the panel. */
function cardOf(table, slot) {
  const chip = chipOf(slot, () => document.querySelector(`#hand .slot[data-tag="${CSS.escape(slot.tag)}"]`)?.click());
  if (chip && table.view.turn) carriedBy(table, slot, chip);
  return chip;
}

/** Shows a chip for every other survivor or player in a strip next to the board; a click scrolls to the panel. */
export function showOthers(table) {
  const v = table.view;
  const box = table.parts.others;
  const own = asked(v);
  const others = v.board.panels.filter((panel) => panel !== own);
  box.hidden = v.board.panels.length < 2;
  settle(box, others.map((panel) => chip(box, panel, ownMark(table, panel.tag))));
  fade(box);
  box.onscroll = () => fade(box);
  const waited = new Set(v.turn ? [] : awaited(v).map(tagOf));
  for (const child of box.children) child.classList.toggle("thinks", waited.has(child.dataset.other));
}

/** Fades the right edge of the strip if there is more to scroll to. */
export const fade = (box) => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);

/** Returns a short meter: a dot of its color, the value and the maximum. */
function count(m) {
  const dot = make("i", { class: "pip" });
  dot.style.cssText = `border-color: ${m.colour}; background: ${m.colour}`;
  return make("span", { class: "meter", "aria-label": `${tell(m.label)} ${m.value}/${m.maximum}`, role: "img", "data-x": `meter:${m.label}` }, dot, `${m.value}/${m.maximum}`);
}

function chip(box, panel, yours) {
  const key = JSON.stringify([panel.title, panel.badges, panel.meters, panel.slots.length < SMALL && panel.slots, panel.gone, yours !== null]);
  const old = [...box.children].find((child) => child.key === key);
  const lead = () => document.querySelector(`#panels [data-tag="${CSS.escape(panel.tag)}"]`)?.scrollIntoView({ block: "center" });
  const numbers = panel.slots.length < SMALL ? panel.slots.filter((slot) => slot.text).map((slot) => make("span", { class: "fact" }, make("span", { class: "faint" }, `${nameOf(slot.label)} `), tell(slot.text))) : [];
  const token = paint(make("span", { class: "token", "aria-hidden": "true" }, panel.mark), panel.colour);
  const element = () => make("button", { type: "button", class: panel.gone ? "gone" : "", "data-other": panel.tag, onclick: lead }, token, make("b", {}, tell(panel.title)), yours, panel.badges.map((b) => badge(tell(b.text), b.colour)), panel.meters.filter((m) => m.label !== "Actions").map(count), numbers);
  return old ?? Object.assign(element(), { key });
}
