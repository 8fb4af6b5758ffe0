// The team: a panel for each survivor or player. Cards are moved by dragging them, or by two clicks.

import { byId, make, openMenu, settle } from "./dom.js";
import { actionWords, idOf, nameOf, say, tell } from "./words.js";
import { byTag, offer } from "./board.js";
import { signFor } from "./picture.js";
import { badge, meter, paint } from "./pieces.js";
import { sheet } from "./lexicon.js";
import { termOf } from "./tips.js";
import { aimWith, atTargets, targetsAt } from "./aim.js";
import { ownMark } from "./people.js";
import { face, inShort, isCard, openCard, tint } from "./cards.js";
import { draggable } from "./drag.js";
import { anyMoved, arranging, holdsCard, laidOut, lay, mayLay } from "./arrange.js";

/** Labels of a panel's rows that its slots show too. */
const IN_SLOTS = ["Hands", "Hand", "Body", "Pack", "Owns"];

/** Shows all panels below the board, and those that the current decision is about next to its actions too. */
export function showTeam(table) {
  const { board, legal, turn } = table.view;
  const tags = byTag(legal);
  const about = (panel) => turn && (panel.active || panel.slots.some((slot) => tags.has(slot.tag)));
  const near = board.panels.filter(about);
  const show = (box, panels, place) => settle(box, panels.map((panel) => renewed(box, table, laidOut(table, panel), tags, place(panel))));
  show(byId("panels"), board.panels, (panel) => (near.includes(panel) ? "near" : ""));
  byId("hand").classList.toggle("few", near.every((panel) => panel.slots.length < 4 && !panel.slots.some(isCard))); // no cards to choose from
  show(byId("hand"), near, () => "");
}

/** Returns the existing panel if nothing in it has changed, else a new one. */
function renewed(box, table, panel, tags, place) {
  const actions = [panel, ...panel.slots].map(({ tag }) => (tags.get(tag) ?? []).map((a) => [a.a, a.t]));
  const key = JSON.stringify([panel, actions, place, table.card, table.aim, ownMark(table, panel.tag) !== null, arranging(table) && table.view.arrange, anyMoved(table)]);
  const old = [...box.children].find((child) => child.key === key);
  return old ?? Object.assign(onePanel(table, panel, tags, place), { key });
}

function onePanel(table, panel, tags, place) {
  const own = tags.get(panel.tag) ?? [];
  const press = (event) => {
    const at = event.target.getBoundingClientRect();
    if (own.length === 1) table.play(own[0]);
    else offer(own, at.x, at.bottom, (action) => table.play(action));
  };
  const known = sheet(idOf(panel.title)).length > 0 && { "data-x": `survivor:${idOf(panel.title)}` };
  const name = own.length ? make("button", { class: "name", type: "button", onclick: press, ...known }, tell(panel.title)) : make("span", { class: "name", ...(known && { ...known, tabindex: "0" }) }, tell(panel.title));
  const token = paint(make("span", { class: "token", "aria-hidden": "true" }, panel.mark), panel.colour);
  const rows = panel.rows.filter((r) => !panel.slots.length || !IN_SLOTS.includes(r.label));
  const state = `${place} ${panel.active ? "active" : ""} ${panel.gone ? "gone" : ""} ${own.length ? "can" : ""}`;
  return make("div", { class: `panel ${state}`, role: "group", "data-tag": panel.tag, "aria-label": tell(panel.title) },
    make("header", {}, token, name, ownMark(table, panel.tag), panel.badges.map((b) => explained(badge(tell(b.text), b.colour), b.text))),
    make("div", { class: "meters" }, panel.meters.map(meter)),
    panel.slots.length > 0 && make("div", { class: "slots" }, panel.slots.map((s) => oneSlot(table, s, tags))),
    rows.map((r) => make("p", { class: "line" }, make("span", { class: "faint" }, `${tell(r.label)} `), words(r))));
}

/** Returns the words of a row; skills explain themselves. */
const words = (row) => row.label === "Skills" ? row.text.split(", ").flatMap((skill, i) => [i > 0 && ", ", termOf("skill", skill, tell(skill))]) : tell(row.text);

/** Makes a badge explain its first word: in "Blue 3 XP" the level. */
function explained(element, text) {
  element.dataset.x = `word:${text.split(" ")[0]}`;
  return element;
}

/** Picks a card up, or puts it down again; the focus stays on it. */
export function pick(table, tag) {
  table.card = table.card === tag ? null : tag;
  showTeamAt(table, tag);
}

/** Shows all panels, with the focus on the slot `tag` in the box that had the focus. */
export function showTeamAt(table, tag) {
  const box = byId("hand").contains(document.activeElement) ? "hand" : "panels";
  showTeam(table);
  byId(box).querySelector(`.slot[data-tag="${CSS.escape(tag)}"]`)?.focus({ preventScroll: true });
}

/**
 * Returns the function that moves the picked card to the slot `tag`, by arranging it or by playing an action; false or undefined if
 * the card cannot go there.
 */
function moving(table, actions, tag) {
  if (arranging(table)) return mayLay(table, table.card, tag) && (() => lay(table, table.card, tag));
  const action = actions.find((a) => table.card && a.k[0] === table.card && a.k[1] === tag);
  return action && (() => table.play(action));
}

/**
 * Returns the uses of a slot: actions of its card alone (`single`), those of them with a target on the board (`targets`), true if
 * its card can be moved (`from`), and the function that moves the picked card here (`to`).
 */
function uses(table, slot, tags) {
  const actions = tags.get(slot.tag) ?? [];
  const single = anyMoved(table) ? [] : actions.filter((a) => a.k.filter((k) => k.startsWith("slot:")).length < 2); // confirm the arrangement first
  const from = arranging(table) ? holdsCard(table, slot.tag) : actions.some((a) => a.k[0] === slot.tag && a.k.length > 1 && a.k[1].startsWith("slot:"));
  return { single, from, targets: atTargets(single), to: moving(table, actions, slot.tag) };
}

/** Returns the term that explains the card in a slot, null if the slot is empty. */
const wordOf = (slot) => (slot.tag.startsWith("master:") ? `master_card:${slot.tag.slice(7)}` : slot.text ? `card:${slot.text}` : null);


function oneSlot(table, slot, tags) {
  const { single, from, targets, to } = uses(table, slot, tags);
  const look = isCard(slot) && (() => openCard(slot));
  const press = () => {
    if (to) return to();
    if (from && !single.length) return pick(table, slot.tag);
    if (targets.length) return aimWith(table, slot.tag); // the question then lists the other uses
    if (!single.length && !from) return look && look();
    if (single.length === 1 && !slot.text) return table.play(single[0]); // an empty slot has no other use
    const choices = single.map((a) => [actionWords(a.t), a.t, () => table.play(a)]);
    if (from) choices.push([say("room.carry"), "", () => pick(table, slot.tag)]);
    if (look) choices.push([say("card.look"), "", look]);
    const at = element.getBoundingClientRect();
    openMenu(at.x, at.bottom, choices);
  };
  const can = to || single.length || from;
  const drawn = face(slot);
  const state = `${slot.text ? "full" : slot.label.startsWith("pack") ? "spare" : ""} ${/^\d+$/.test(slot.text) ? "number" : ""} ${drawn ? `drawn ${tint(slot)}` : ""} ${can ? "can" : ""} ${to ? "goal" : ""} ${[table.card, table.aim].includes(slot.tag) ? "picked" : ""}`;
  const element = make("button", { type: "button", class: `slot ${state}`, "aria-disabled": can || look ? null : "true", "aria-description": inShort(slot), "data-tag": slot.tag, "data-x": wordOf(slot), onclick: press },
    make("small", {}, nameOf(slot.label)), drawn, make("span", {}, slot.text ? tell(slot.text) : "·"), signFor(table.view.board.legend, slot), slot.note && make("em", {}, tell(slot.note)));
  element.holds = slot; // the tooltip shows the card (see tips.js)
  if (from || targets.length) carry(table, slot, element, targets.length > 0);
  return element;
}

/** Makes an element that shows the card of a slot draggable like the card itself. */
export function carriedBy(table, slot, element) {
  const { from, targets } = uses(table, slot, byTag(table.view.legal));
  if (from || targets.length) carry(table, slot, element, targets.length > 0);
}

/** Makes a card draggable to another slot, or with `aims` to a target on the board. Panels are not rebuilt meanwhile, which would end the drag. */
function carry(table, slot, element, aims) {
  const goalAt = (x, y) => document.elementFromPoint(x, y)?.closest(".slot.goal, .slot.over");
  const goals = () => showGoals(table);
  const mark = (goal) => { for (const other of document.querySelectorAll(".slot.over")) if (other !== goal) other.classList.remove("over"); goal?.classList.add("over"); };
  draggable(element, {
    begin: () => {
      table.card = slot.tag;
      table.aim = aims ? slot.tag : null;
      table.draw();
      goals();
    },
    over: (x, y) => mark(goalAt(x, y)),
    end: (x, y) => {
      const { tag } = (x !== undefined && goalAt(x, y)?.dataset) || {};
      const move = tag && moving(table, byTag(table.view.legal).get(tag) ?? [], tag);
      const actions = x !== undefined && !tag && aims ? targetsAt(table, slot.tag, x, y) : [];
      mark(null);
      if (move) move(); // needs `table.card`
      table.card = table.aim = null;
      table.draw();
      goals();
      if (move) return;
      if (actions.length === 1) table.play(actions[0]);
      else if (actions.length) offer(actions, x, y, (action) => table.play(action));
    },
  });
}

/** Highlights the slots that the dragged card can go to, without rebuilding the panels, which would end the drag. */
function showGoals(table) {
  const tags = byTag(table.view.legal);
  for (const element of document.querySelectorAll(".slot[data-tag]")) {
    const { tag } = element.dataset;
    element.classList.toggle("goal", Boolean(moving(table, tags.get(tag) ?? [], tag)));
  }
}
