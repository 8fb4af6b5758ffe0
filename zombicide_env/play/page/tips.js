// Explanations: on hover, on focus, on a long press, and while the help is on by a tap or click.

import { large } from "./cards.js";
import { byId, fill, make, openNote } from "./dom.js";
import { explain, explainWord, sheet } from "./lexicon.js";
import { idOf, nameOf, say, tell } from "./words.js";

const PATIENCE = 350; // milliseconds that a pointer has to rest
const LEVELS = { blue: "#2673c9", yellow: "#f2c230", orange: "#f08020", red: "#d42a2a" };

let timer = null;
let touched = false; // the pointer is a finger or a pen, which may not hover

/** Returns the explanation of an element as { title, lines }, null if there is none. */
function about(element) {
  const own = element.closest("[data-x]");
  if (own) {
    const told = ofWord(own.dataset.x);
    const drawn = own.holds?.text && large(own.holds);
    if (drawn) return { title: "", lines: [drawn, ...told.lines] };
    return { ...told, lines: [...told.lines, own.querySelector("[data-note]")?.dataset.note] };
  }
  const noted = element.closest("[data-note], [data-why]");
  if (noted) return { title: noted.dataset.note ?? noted.textContent, lines: [noted.dataset.why] };
  const group = element.closest("#board g[data-tag], #map g[data-tag]");
  return group ? ofTag(group) : null;
}

/** Returns the explanation of a `data-x` value: "card:hammer", "word:Search", "survivor:ann", "action:search", "cannot:VERB:REASON". */
function ofWord(text) {
  const [kind, ...rest] = text.split(":");
  const id = rest.join(":");
  if (kind === "survivor") return ofSurvivor(id);
  if (kind === "cannot") {
    const [verb, reason] = rest;
    return { title: say(`act.${verb}`), lines: [explain("reason", reason), explain("action", verb)] };
  }
  if (kind === "action") {
    const [verb, ...names] = id.split(" ");
    const cards = names.flatMap((name) => name.split("+")).map((name) => [name, explain("card", name) || explain("skill", name) || explain("zombie", name)]).filter(([, said]) => said);
    return { title: say(`act.${verb}`), lines: [explain("action", verb) || explain("decision", verb), ...cards.map(([name, said]) => `${nameOf(name)}: ${said}`)] };
  }
  return { title: tell(nameOf(idOf(id))), lines: [kind === "word" ? explainWord(id) : explainWord(id, kind) || explainWord(id)] };
}

/** Returns the skills of a survivor, including those not gained yet. */
function ofSurvivor(name) {
  const lines = sheet(name).filter(([, skills]) => skills.length).map(([level, skills]) =>
    make("div", { class: "level" }, make("b", {}, make("span", { class: "swatch" }), nameOf(level)), skills.map((skill) => make("p", {}, make("b", {}, tell(nameOf(skill))), ` ${explain("skill", skill)}`))));
  for (const line of lines) line.querySelector(".swatch").style.background = LEVELS[Object.keys(LEVELS)[lines.indexOf(line)]];
  return { title: `${nameOf(name)} – ${say("tip.skills")}`, lines };
}

/** Returns the explanation of an item on the board: its title there, and what such items are. */
function ofTag(group) {
  const [kind, ...rest] = group.dataset.tag.split(":");
  const title = group.querySelector(":scope > title")?.textContent ?? "";
  const marks = { zombie: () => explain("zombie", rest.at(-1)), objective: () => explain("token", "objective"), spawn: () => explain("token", "spawn"), exit: () => explain("token", "exit"),
    bile: () => explain("token", "dragon_bile"), noise: () => explain("token", "noise"), door: () => explain("token", "door"), zone: () => explain("zone", group.classList[0]) || explain("zone", "street"),
    location: () => explainWord(title.split(" ")[0], "location"), card: () => explainWord(title, "card", "event") };
  const said = marks[kind]?.() ?? "";
  return title || said ? { title, lines: [said] } : null;
}

function show(element, x, y) {
  const told = about(element);
  const tip = byId("tip");
  if (document.querySelector("main.showing")) return hide(); // no tooltips during a film
  if (!told || !(told.title || told.lines.some(Boolean))) return hide();
  fill(tip, told.title && make("b", {}, told.title), told.lines.filter(Boolean).map((line) => (typeof line === "string" ? make("p", {}, line) : line)));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(6, Math.min(x + 12, innerWidth - box.width - 6))}px`;
  tip.style.top = `${y + 18 + box.height > innerHeight ? Math.max(6, y - box.height - 12) : y + 18}px`;
}

function hide() {
  clearTimeout(timer);
  byId("tip").hidden = true;
}

/** Turns the help on or off. While it is on, a tap or click explains, and does nothing else. */
export function helping(on) {
  document.body.classList.toggle("helping", on);
  byId("help").setAttribute("aria-pressed", String(on));
  hide();
}

export function listen() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer);
    const { target, clientX, clientY } = event;
    timer = setTimeout(() => target.isConnected && show(target, clientX, clientY), PATIENCE);
  });
  document.addEventListener("pointerdown", (event) => { touched = event.pointerType !== "mouse"; if (!document.body.classList.contains("helping")) hide(); }, true);
  document.addEventListener("pointerleave", hide);
  document.addEventListener("scroll", () => { byId("tip").hidden = true; }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { hide(); helping(false); } });
  document.addEventListener("focusin", (event) => {
    if (touched || !event.target.matches(":focus-visible")) return hide();
    const box = event.target.getBoundingClientRect();
    show(event.target, box.left, box.bottom - 10);
  });
  document.addEventListener("contextmenu", (event) => {
    if (!touched || !about(event.target)) return; // on a touch screen: a long press
    event.preventDefault();
    show(event.target, event.clientX, event.clientY);
  });
  document.addEventListener("click", once, true);
  document.addEventListener("click", (event) => {
    if (!document.body.classList.contains("helping") || event.target.closest("header.top, #tip, #menu")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    show(event.target, event.clientX, event.clientY);
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[aria-disabled=true]");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const box = button.getBoundingClientRect();
    if (button.dataset.why) openNote(box.left, box.bottom, button.dataset.why);
    else if (touched) show(button, box.left, box.bottom - 10); // a disabled card still explains itself
  }, true);
}

const SOON = 400; // maximum milliseconds between the two taps of a double tap
const NEAR = 30; // maximum pixels between them
let pressed = null; // what the first click of a double click has pressed
let last = null; // place and time of the last click

/** True if a click is the second of a double click. Not every browser counts taps, so two taps are compared by time and place. */
function again(event, before) {
  if (!touched) return event.detail > 1;
  return event.detail > 0 && before !== null && event.timeStamp - before.when < SOON && Math.hypot(event.clientX - before.x, event.clientY - before.y) < NEAR;
}

/** Ignores the second click of a double click, unless it is on the same element: it is not meant for a button that has just appeared there. */
function once(event) {
  const before = last;
  last = { x: event.clientX, y: event.clientY, when: event.timeStamp };
  if (!event.target.closest("#turn, #hand, #panels, #board, #menu")) return;
  const button = event.target.closest("button, summary, a, [role=button], [data-tag]");
  const answer = button?.closest(".decide") && button.dataset.act; // the same answer for the next die is accepted
  if (again(event, before) && button !== pressed && !(answer && answer === pressed?.dataset.act)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else pressed = button;
}

/** Returns a word that explains itself on hover. */
export const termOf = (kind, id, ...children) => make("span", { class: "term", tabindex: "0", "data-x": `${kind}:${id}` }, children);
