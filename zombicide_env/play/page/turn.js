// The question: whose turn it is, and all legal actions, as buttons and as notation to type.

import { allow, byId, fill, make, openMenu, slow, toast } from "./dom.js";
import { actionWords, current, has, playerName, say, tell, verdict } from "./words.js";
import { aimed, aimWith } from "./aim.js";
import { go } from "./analysis.js";
import { mark } from "./board.js";
import { chipOf, emblem, openCard } from "./cards.js";
import { gathering } from "./lobby.js";
import { odds } from "./odds.js";
import { inRows } from "./rows.js";
import { explain } from "./lexicon.js";
import { owned } from "./owned.js";
import { ownMark } from "./people.js";
import { badge, chance, percent } from "./pieces.js";
import { anyMoved, arranging, confirmation, moved } from "./arrange.js";

const GROUPS = {
  decide: /^(activate|hit|reap|miss|wound|rescue|reroll|accept|replace|printed|armour|learn|master|exit|stay|choose|path|lose|push|order_|destiny|matching_set|done)/,
  move: /^(move|open|close|use_zone|shove|lifesaver|ladder|board|seat|leave|start|drive)/,
  fight: /^(attack|melee|trick|ready|bile|torch|strike_|destroy|improvised|dragon_fire|cauldron|tip|ignite|pour)/,
  magic: /^(heal|hide|speed|repulse|bless|leap|dash|twice|transmute)/,
  cards: /^(keep|discard|consume|reload|take|search|safe_search|collect|pick_up|quest_|trade|reorganise|craft|stow|unstow|play_|reward)/,
  rearrange: /^(put|give|receive|drop)/,
};
const ORDER = ["decide", "move", "fight", "magic", "cards", "other", "rearrange"];

/** Labels of facts that are shown with the question, not above the board. */
export const ASKED = /^(Wounds coming|Attacker|No armour stops|Card gained|On the move|Still to pay|Roll|Fight|Offer)$/;

/** Blocks of actions that answer a roll. */
const OF_ROLL = /^(hit|reap|miss|reroll|accept|armour|save|sacrifice|strike|victim|draw)/;

const isSlot = (tag) => tag.startsWith("slot:");

/** Returns the group of an action. Cards are rearranged only by actions that name a slot; those that give something to somebody are in "other". */
function groupOf(action) {
  const found = ORDER.find((g) => GROUPS[g]?.test(action.b)) ?? "other";
  return found === "rearrange" && !action.k.some(isSlot) ? "other" : found;
}

export function showTurn(table, focus) {
  const v = table.view;
  const box = table.parts.turn;
  const told = JSON.stringify([v.turn, v.at, v.total, v.legal, v.cannot, v.advice, v.asked, v.decider, v.seats, v.paused, v.problem, v.barred, v.unsaved, v.over, v.record, v.outcome, v.board.facts, v.board.panels, moved(table), table.aim]);
  if (box.told === told) return; // a button that is rebuilt during a press would not be clicked
  box.told = told;
  const typed = byId("say") === document.activeElement ? byId("say").value : null;
  box.className = `card ${v.turn ? "mine" : ""}`;
  if (!v.turn) return void fill(box, idle(table));
  const groups = new Map(ORDER.map((g) => [g, []]));
  for (const action of aimed(table) ?? v.legal) groups.get(groupOf(action)).push(action);
  const list = make("datalist", { id: "texts" }, v.legal.map((a) => make("option", { value: a.t })));
  const input = make("input", { id: "say", list: "texts", type: "text", autocomplete: "off", spellcheck: "false", placeholder: say("room.say"), "aria-label": say("room.say") });
  const form = make("form", { class: "say", onsubmit: (event) => { event.preventDefault(); speak(table, input.value); } }, input, list);
  const shown = [...groups].filter(([, all]) => all.length);
  const last = table.log[v.total - 1];
  const carry = arranging(table) || v.legal.some((a) => a.k.filter(isSlot).length > 1);
  fill(box, heading(table), aiming(table), owned(table), asked(v), last?.c && v.legal.some((a) => OF_ROLL.test(a.b)) && make("p", { class: "rolled" }, chance(last.c, last.h)), carry && make("p", { class: "faint" }, say("room.drag")),
    confirmation(table), !anyMoved(table) && shown.map(([g, all]) => group(table, g, distinct(table, all), shown.length > 1)), !aimed(table) && cannot(v.cannot), form);
  if (typed !== null) { input.value = typed; input.focus(); }
  else if (focus !== null) ([...box.querySelectorAll("[data-act]")].find((e) => e.dataset.act === focus) ?? box.querySelector("[data-act]"))?.focus({ preventScroll: true });
}

/** Returns the line that names the aimed card, with a button to stop; null if no card is aimed. */
function aiming(table) {
  if (!aimed(table)) return null;
  const slot = table.view.board.panels.flatMap((panel) => panel.slots).find(({ tag }) => tag === table.aim);
  return make("p", { class: "aiming" }, slot && emblem(slot.text), make("span", {}, say("aim.at", { card: slot ? tell(slot.text) : "" })), slot && make("button", { type: "button", class: "quiet", onclick: () => openCard(slot) }, say("card.look")), make("button", { type: "button", class: "quiet", id: "unaim", onclick: () => aimWith(table, null) }, say("aim.stop")));
}

/** Returns the contents of the question while the viewer has nothing to decide. */
function idle(table) {
  const v = table.view;
  if (v.at < v.total) {
    const button = (act, text) => make("button", { type: "button", class: "main", onclick: act }, say(text));
    return [make("h2", {}, say(v.record ? "room.record" : "room.past")), v.record ? v.at === 0 && button(() => table.run(true), "end.watch") : button(() => table.look(null), "room.last")];
  }
  if (v.over || v.record) return [make("h2", {}, v.record ? say("room.record") : verdict(v, table.names).text), make("a", { class: "button main", href: "#/" }, say("room.home"))];
  const watches = !v.seats.some((s) => s.mine) && v.seats.some((s) => s.person);
  return [make("h2", {}, waiting(table)), watches && make("p", { class: "faint", id: "watches" }, say("room.watches")), compiling(v), replacing(table), owned(table), asked(v)];
}

/** Returns why a player that usually answers at once takes seconds: its rules are compiled at its first use. The line appears late. */
export function compiling(v) {
  const { player } = v.seats.find((s) => s.agent === v.decider) ?? {};
  const quick = /^(greedy|random|checkpoint)\b/.test(player ?? "");
  return quick && !v.problem && !v.unsaved && !v.paused && make("p", { class: "faint late" }, say("room.compiles"));
}

/** Returns buttons that replace an agent that has failed. They open a new table, because the record of this game names its players. */
function replacing(table) {
  const { problem, barred, waiting: agent, seats, decider } = table.view;
  if (!problem || barred || !agent) return null;
  const { player } = seats.find((s) => s.agent === decider);
  const button = (spec) => spec !== player && make("button", { type: "button", "data-instead": spec, onclick: slow(() => go(table, spec, player)) }, say(`seat.${spec}`));
  return [make("p", { class: "faint" }, say("room.instead")), make("div", { class: "acts" }, button("greedy"), button("human"))];
}

/** Returns the facts that the decision is about. They are here and not above the board, so that the board does not move. */
function asked(v) {
  const facts = v.board.facts.filter((f) => ASKED.test(f.label)).map((f) => make("span", { class: "fact" }, make("span", { class: "faint" }, `${tell(f.label)} `), (f.label === "Card gained" && chipOf({ text: f.text })) || badge(tell(f.text), f.colour)));
  return facts.length > 0 && make("p", { class: "asked" }, facts);
}

/** Returns whom the game waits for, as a sentence. */
function waiting(table) {
  const v = table.view;
  const asked = v.asked.length ? v.asked : [v.decider];
  const seat = v.seats.find((s) => s.agent === asked[0]);
  const who = [...new Set(asked.map((agent) => v.seats.find((s) => s.agent === agent)?.called || table.names[agent]))].join(", ");
  if (seat.person) return seat.free ? say("room.free", { who }) : say("room.other", { who });
  const how = v.problem || v.unsaved ? "room.stopped" : v.paused ? "room.paused" : "room.thinks";
  return say(how, { who, by: playerName(seat.player) });
}

function heading(table) {
  const v = table.view;
  const prompt = ask(v.legal);
  if (v.legal.every((a) => a.b === "activate")) return make("h2", {}, prompt.charAt(0).toUpperCase() + prompt.slice(1));
  return make("h2", {}, make("span", { class: "who" }, table.names[v.decider] ?? v.decider), ` – ${prompt}`);
}

/** Returns the question that the legal actions answer. */
function ask(legal) {
  if (legal.some((a) => a.b === "end")) return say("ask.turn");
  const own = legal.map((a) => `ask.${a.b}.${a.t.split(" ")[0]}`).find(has); // a verb can have another question in another block
  if (own) return say(own);
  const verbs = new Set(legal.map((a) => a.t.split(" ")[0]));
  if (verbs.has("accept") && verbs.has("stay")) return say("ask.rescued"); // by another player's Lifesaver
  const must = (v) => v !== "done" && !(v === "drop" && verbs.has("done")); // dropping is optional if "done" is legal
  const verb = ["molotov", "refuse", "flee", "save", "swap", "keep", "receive", "give", "put", ...[...verbs].filter(must), "done"].find((v) => verbs.has(v) && has(`ask.${v}`));
  return say(verb ? `ask.${verb}` : "ask.turn");
}

/** Returns a sentence on whose turn it is, for screen readers. */
export function spokenTurn(table) {
  const v = table.view;
  if (v.over && v.at === v.total) return verdict(v, table.names).text;
  if (v.at < v.total || v.record) return "";
  if (v.gathering) return gathering(v);
  return v.turn ? `${table.names[v.decider] ?? v.decider}: ${ask(v.legal)}` : waiting(table);
}

/** Returns the cards that an action is about, because its notation may name only their slots; `told`: as words of the page. */
function cardsOf(table, action, told = true) {
  const slots = table.view.board.panels.flatMap((panel) => panel.slots);
  const texts = action.k.filter(isSlot).map((tag) => slots.find((slot) => slot.tag === tag)?.text).filter(Boolean);
  return told ? texts.map(tell) : texts;
}

/** Leaves out actions that differ only in the empty slot of a pack that they name: these slots are all alike. */
function distinct(table, actions) {
  const slots = table.view.board.panels.flatMap((panel) => panel.slots);
  const empty = new Set(slots.filter((slot) => slot.label.startsWith("pack") && !slot.text).map((slot) => slot.tag));
  const seen = new Set();
  return actions.filter((a) => {
    const to = a.k.at(-1);
    if (!empty.has(to)) return true;
    const alike = [a.b, ...a.k.slice(0, -1), to.split(":")[1]].join();
    return !seen.has(alike) && seen.add(alike);
  });
}

function group(table, name, actions, titled) {
  const thought = new Map(table.view.advice.flatMap((advice) => advice.choices).reverse().map((c) => [c.t, c.p])); // the first agent takes precedence
  const rows = name === "rearrange" ? actions.map((action) => ({ head: "", items: [{ action, target: "" }] })) : inRows(actions);
  const acts = make("div", { class: "acts" }, rows.map(({ head, items }) => {
    if (items.length < 2) return oneAct(table, items[0].action, name, thought);
    const cards = cardsOf(table, items[0].action, false);
    return make("div", { class: "row-of", role: "group", "aria-label": head }, make("span", { class: "row-head", "aria-hidden": "true" }, cards.map(emblem), head), items.map(({ action, target }) => oneAct(table, action, name, thought, head, target)));
  }));
  if (name !== "rearrange" || !titled) return make("div", { class: `group ${name}` }, titled && make("h3", {}, say(`group.${name}`)), acts);
  const advised = actions.some((a) => thought.get(a.t) >= 0.0005); // a list with advised actions is open
  return make("details", { class: "group", open: table.rearranging || advised, ontoggle: (event) => { table.rearranging = event.target.open; } }, make("summary", {}, `${say(actions.every((a) => a.b === "drop") ? "act.drop" : "group.rearrange")} (${actions.length})`), acts);
}

/** Returns the button of an action. In a row it shows only its target, but its accessible name has all words. */
function oneAct(table, action, name, thought, head = "", target = "") {
  const point = (tags) => mark(table.parts.board, tags);
  const cards = name === "rearrange" && cardsOf(table, action).join(" ⇄ ");
  const likely = thought.get(action.t) >= 0.0005 && make("span", { class: "likely" }, percent(thought.get(action.t)));
  const words = head ? [make("i", { class: "of-row" }, `${head}: `), target] : actionWords(action.t);
  return make("button", { type: "button", class: `act ${action.b === "end" ? "end" : ""}`, "data-act": action.t, "data-x": `action:${action.t}`, onclick: () => table.play(action), onmouseenter: () => point(action.k), onfocus: () => point(action.k), onmouseleave: () => point([]) },
    make("span", {}, words, action.b === "activate" && ownMark(table, action.k[0]), cards && make("b", {}, ` ${cards}`), likely), action.o && odds(action), make("small", { lang: current() === "en" ? null : "en", "aria-hidden": "true" }, action.t));
}

/** Returns disabled buttons for common actions that are not possible now, with their reasons. */
function cannot(reasons) {
  const all = Object.entries(reasons ?? {});
  if (!all.length) return null;
  const buttons = all.map(([verb, reason]) => make("button", { type: "button", class: "quiet", "data-x": `cannot:${verb}:${reason}` }, say(`act.${verb}`)));
  const acts = make("div", { class: "acts" }, buttons);
  all.forEach(([, reason], i) => allow(buttons[i], explain("reason", reason)));
  return make("div", { class: "group cannot" }, make("h3", {}, say("room.cannot")), acts);
}

const ASKS = "end"; // storage key: "no" if the end of a turn is never confirmed

/** True if the end of a turn with actions left has to be confirmed; `on` sets this first. */
export function asksBeforeEnd(on) {
  if (on !== undefined) localStorage.setItem(ASKS, on ? "" : "no");
  return localStorage.getItem(ASKS) !== "no";
}

/** True if an action can be played at once. If it ends a turn with actions left, asks first, and returns false. */
export function mayEnd(table, action) {
  const { board, legal } = table.view;
  const left = board.panels.find((panel) => panel.active)?.meters.find((one) => one.label === "Actions")?.value ?? 0;
  if (action.b !== "end" || !left || legal.length < 2 || !asksBeforeEnd()) return true;
  const button = byId("turn").querySelector("[data-act=end]") ?? byId("turn");
  const at = button.getBoundingClientRect();
  const end = () => table.play(action, true);
  openMenu(at.x, at.bottom, [[say("end.sure", { n: left }), "", end], [say("end.never"), "", () => { asksBeforeEnd(false); end(); }], [say("end.not"), "", () => {}]]);
  return false;
}

/** Plays an action given by its notation, or by a beginning that only one action has. */
function speak(table, text) {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, " ");
  const { legal } = table.view;
  const exact = legal.filter((a) => a.t.toLowerCase() === wanted);
  const found = exact.length ? exact : legal.filter((a) => a.t.toLowerCase().startsWith(wanted));
  if (found.length === 1) {
    byId("say").value = ""; // rebuilding keeps the text, which would be sent again
    table.play(found[0]);
  } else toast(found.length ? found.slice(0, 8).map((a) => a.t).join(", ") : say("room.unknown", { text }), "bad");
}
