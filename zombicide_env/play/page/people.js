// The people at the table: seats, names, moving seats to another device, messages to the table.

import { ask, byId, fill, make, openNote, slow, toast } from "./dom.js";
import { researcher } from "./face.js";
import { complaint, nameOf, playerName, say } from "./words.js";

const WORDS = ["hello", "your_turn", "wait", "help", "together", "well_played", "sorry", "thanks", "good_game"];
const NAME = "name"; // the viewer's name, at every table

/** Returns whose seat it is, in words. */
const whose = (s, thinks) => (s.mine ? [say("seat.mine"), s.called] : s.free ? [say("seat.open")] : s.person ? [s.called || say("seat.taken"), s.away && say(s.kept ? "seat.kept" : "seat.away", { n: s.kept })] : [playerName(s.player)]).concat(thinks ? say("seat.thinks") : []).filter(Boolean).join(", ");

/** Returns the tag of an agent's panel: survivor_0 -> survivor:0. */
export const tagOf = (agent) => agent.replace(/_(\d+)$/, ":$1");

/** Returns the mark "you" for the viewer's survivor or player; null for others, and if the viewer has all seats. */
export function ownMark({ view: { seats } }, tag) {
  if (seats.every((seat) => seat.mine) || !seats.some((seat) => seat.mine && tagOf(seat.agent) === tag)) return null;
  return make("span", { class: "yours" }, say("seat.mine"));
}

/** Returns the agents that the game waits for, [] while an earlier position is shown. */
export function awaited({ over, record, gathering, at, total, asked, decider }) {
  return over || record || gathering || at < total ? [] : asked.length ? asked : [decider];
}

export function showSeats(table) {
  const v = table.view;
  const box = table.parts.seats;
  const told = JSON.stringify([v.seats, v.sandbox, v.charge, v.over, v.seeded, v.gathering, v.guests, awaited(v)]);
  if (box.told !== told) fillSeats(table, box); // a button that is rebuilt during a press would not be clicked
  box.told = told;
  introduce(table, v.seats.some((s) => s.mine));
  hear(table);
}

/** Returns a row for each seat, with its buttons. */
export function seatRows(table) {
  const v = table.view;
  const waited = awaited(v);
  const sit = (agents, on) => table.send({ type: "sit", agents, sit: on });
  const quiet = (s, data, act, text) => make("button", { type: "button", class: "quiet", "aria-label": `${text}: ${table.names[s.agent]}`, ...data, onclick: act }, text);
  const head = (s, i) => s.side && s.side !== v.seats[i - 1]?.side && make("li", { class: "side-name" }, nameOf(s.side));
  return v.seats.flatMap((s, i) => [head(s, i), make("li", { title: researcher() ? s.player : null, class: waited.includes(s.agent) ? "thinks" : "" }, make("b", {}, table.names[s.agent]), make("span", { class: "faint" }, whose(s, waited.includes(s.agent))),
    s.free && !v.sandbox && quiet(s, { "data-sit": s.agent }, () => sit([s.agent], true), say("seat.sit")),
    s.away && !s.kept && !s.mine && v.charge && !v.over && quiet(s, { "data-free": s.agent }, () => table.send({ type: "free", agents: [s.agent] }), say("seat.free")),
    s.mine && !v.sandbox && !v.over && quiet(s, {}, () => sit([s.agent], false), say("seat.leave")))]);
}

function fillSeats(table, box) {
  const v = table.view;
  if (v.gathering) return fill(box); // the waiting room shows the seats
  const typed = document.activeElement?.id === "called" ? document.activeElement.value : null;
  const plays = v.seats.some((s) => s.mine);
  const rows = seatRows(table);
  const free = v.seats.filter((s) => s.free).map((s) => s.agent);
  fill(box, make("h2", {}, say("home.seats")), v.seeded && v.seats.some((s) => s.person && !s.mine) && make("p", { id: "seeded", class: "faint" }, say("people.seeded")), make("ul", { class: "seatlist" }, rows), free.length > 1 && make("button", { type: "button", id: "sit-all", onclick: () => table.send({ type: "sit", agents: free, sit: true }) }, say("seat.all")), v.guests > 0 && make("p", { class: "faint" }, say("people.guests", { n: v.guests })),
    plays && own(table), plays && talk(table));
  const field = typed !== null && box.querySelector("#called"); // the field is gone with the viewer's last seat
  if (field) Object.assign(field, { value: typed }).focus();
}

/** Returns the field for the viewer's name. */
export function nameField(table) {
  const seat = table.view.seats.find((s) => s.mine);
  const call = (event) => {
    localStorage.setItem(NAME, event.target.value.trim());
    table.send({ type: "call", name: event.target.value.trim() });
  };
  return make("label", {}, make("span", { class: "faint" }, say("people.name")), make("input", { id: "called", type: "text", maxlength: "24", value: seat.called, autocomplete: "nickname", onchange: call }));
}

/** Returns the field for the viewer's name, and the button for moving to another device. */
function own(table) {
  return make("div", { class: "own" }, nameField(table),
    make("button", { type: "button", id: "pass", class: "quiet", "data-note": say("people.pass.note"), onclick: slow(() => hand(table)) }, say("people.pass")));
}

/** Copies a link that moves the viewer's seats to another device. */
async function hand(table) {
  const given = (await ask(`/api/rooms/${table.name}/pass`, {})).pass;
  await copy(`${location.origin}/${table.invite}#/room/${table.name}/seat/${given}`, say("people.passed"));
}

/** Copies a link to the clipboard and says `done`. If the browser does not allow that, shows the link to be copied by hand. */
export async function copy(link, done) {
  try {
    await navigator.clipboard.writeText(link);
    toast(done);
  } catch {
    openNote(innerWidth / 2 - 170, innerHeight / 3, link); // stays until something else is pressed
    getSelection().selectAllChildren(byId("menu").firstChild);
  }
}

/** Returns buttons with messages to the table, null if there is nobody else to read them. */
function talk(table) {
  if (!table.view.seats.some((s) => s.person && !s.mine)) return null;
  return make("div", { class: "acts talk", role: "group", "aria-label": say("people.say") }, WORDS.map((word) => make("button", { type: "button", class: "quiet", "data-say": word, onclick: () => table.send({ type: "say", word }) }, say(`say.${word}`))));
}

/** Sends the name that the viewer has given at another table, once per table. */
function introduce(table, plays) {
  const name = localStorage.getItem(NAME);
  if (!plays || table.introduced || !name) return;
  table.introduced = true;
  if (table.view.seats.some((s) => s.mine && s.called !== name)) table.send({ type: "call", name });
}

/** Shows the messages of others since the last call. */
function hear(table) {
  const last = table.view.said.at(-1)?.[0] ?? 0;
  for (const [n, agent, word] of table.view.said) {
    const seat = table.view.seats.find((s) => s.agent === agent);
    if (table.heard !== undefined && n > table.heard && !seat?.mine) toast(`${seat?.called || table.names[agent]}: ${say(`say.${word}`)}`, "said");
  }
  table.heard = last;
}

/** Takes over the seats that a link gives access to; a toast says whether that was possible. */
export async function claim(room, given) {
  try {
    await ask(`/api/rooms/${room}/claim`, { given });
    toast(say("people.claimed"));
  } catch (error) {
    toast(complaint(error.message), "bad");
  }
}
