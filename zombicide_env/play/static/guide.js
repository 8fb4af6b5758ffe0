// A guided first game: ten steps on Danse Macabre, each gone when it has been done.

import { fill, make } from "./dom.js";
import { say } from "./words.js";

const STEPS = 10;
const did = (table, verb) => table.log.some((entry) => entry.t.split(" ")[0] === verb);
const told = (table, kind) => table.log.some((entry) => entry.x.some((event) => event.k === kind));

/** Whether the step of a number has been done, by what has happened at the table. */
const DONE = [
  (table) => did(table, "activate"),
  (table) => did(table, "move"),
  (table) => did(table, "take") || told(table, "objective"),
  (table) => table.log.some((entry) => /^(melee|shoot|cast)$/.test(entry.t.split(" ")[0])),
  (table) => did(table, "end") || told(table, "round"),
  (table) => told(table, "round"),
  (table) => did(table, "search"),
  (table) => told(table, "open"),
  (table) => table.view.board.goals.some((goal) => goal.done) || told(table, "unlock") && table.log.filter((entry) => entry.x.some((event) => event.k === "objective")).length >= 2,
  (table) => table.view.over,
];

/** Whether a guide goes along: where the game has been begun with one. */
const guided = (room) => localStorage.getItem(`guide.${room}`) === "on";

export const begin = (room) => localStorage.setItem(`guide.${room}`, "on");

export function showGuide(table, box) {
  const on = guided(table.name);
  box.hidden = !on;
  if (!on) return;
  const at = DONE.findIndex((done) => !done(table));
  const step = at < 0 ? STEPS : at + 1;
  if (box.dataset.step === String(step)) return;
  box.dataset.step = String(step);
  const stop = () => { localStorage.removeItem(`guide.${table.name}`); box.hidden = true; };
  fill(box, make("p", {}, make("b", {}, say("guide.step", { n: step, of: STEPS })), ` ${say(`guide.${step}`)}`), make("button", { type: "button", class: "quiet", onclick: stop }, say("guide.stop")));
}
