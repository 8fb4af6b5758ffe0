// The log of all moves. Rows are kept as long as they are valid; only new ones are made.

import { make } from "./dom.js";
import { actionWords, nameOf, roundName, say, tellEvent } from "./words.js";
import { mark } from "./board.js";
import { researcher } from "./face.js";
import { chance } from "./pieces.js";

const MOST = 400; // number of earlier moves that a new list begins with

const number = (row) => Number(row?.dataset.n ?? 0);

/** Removes the rows after move `n`: moves were taken back, or the server sends the whole log again. */
export function forget(box, n) {
  while (box.lastElementChild && number(box.lastElementChild) > n) box.lastElementChild.remove();
}

/** Shows all moves up to the newest. Those after the shown position are faint. */
export function showLog(table) {
  const box = table.parts.log;
  const { at, total } = table.view;
  if (number(box.firstElementChild) > at) box.replaceChildren();
  forget(box, total);
  const from = box.children.length ? number(box.lastElementChild) : Math.max(0, at - MOST);
  let round = box.children.length ? table.log[from - 1].r : 0;
  for (const entry of table.log.slice(from)) {
    if (entry.r !== round) box.append(make("li", { class: "round", "data-n": String(entry.n) }, roundName(table.view.game, entry.r)));
    round = entry.r;
    box.append(row(table, entry));
  }
  for (const old of box.querySelectorAll(".now, .later")) old.classList.remove("now", "later");
  let now = null;
  for (let item = box.lastElementChild; item && number(item) >= at; item = item.previousElementSibling) {
    if (number(item) > at) item.classList.add("later");
    else if (item.matches(".move")) now = item;
  }
  now?.classList.add("now");
}

/** Scrolls to the move that led to the shown position. */
export function scrollLog(table) {
  const box = table.parts.log;
  const now = box.querySelector(".now");
  box.scrollTop = now ? now.offsetTop + now.offsetHeight - box.offsetTop - box.clientHeight + 4 : table.view.at ? box.scrollHeight : 0;
}

/** Moves the focus from line to line with the arrow keys. The whole log is a single stop of the Tab key. */
export function walkLog(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const box = event.currentTarget;
  const lines = [...box.querySelectorAll("button")];
  if (!step || !lines.length) return;
  const at = lines.indexOf(document.activeElement);
  const next = at < 0 ? box.querySelector(".now .deed") ?? lines.at(-1) : lines[Math.max(0, Math.min(lines.length - 1, at + step))];
  next.focus();
  event.preventDefault();
}

function row(table, entry) {
  const go = () => table.lookAgain(entry.n);
  const news = came(table, entry).map((event) => make("button", { type: "button", class: "news", tabindex: "-1", onclick: go,
    onmouseenter: () => mark(table.parts.board, event.at), onfocus: () => mark(table.parts.board, event.at), onmouseleave: () => mark(table.parts.board, []) }, tellEvent(event, table.view.sentences, table.names)));
  const head = make("button", { type: "button", class: "deed", tabindex: "-1", onclick: go }, make("b", {}, doer(table, entry)), ` ${deed(entry)} `, entry.c && chance(entry.c, entry.h));
  return make("li", { class: "move", "data-n": String(entry.n), title: researcher() ? entry.t : null }, head, news);
}

/** True for events that change nothing for players: the log shows rounds anyway, and teammates choose their order. */
const isCourse = ({ k, v }) => k === "first_player" || (k === "phase" && /^(players|end)$/.test(v.phase));

/**
 * Returns the events of a move to be listed. An event that only repeats the move (its kind is the verb, its values are in the
 * notation) is left out.
 */
function came(table, entry) {
  const [verb, ...said] = entry.t.split(" ");
  const kind = verb === "activate" ? "turn" : verb;
  const own = ([what, value]) => what === "who" ? said.includes(value) || nameOf(value) === table.names[entry.who] : what === "start" || said.includes(value);
  const quiet = !researcher();
  return entry.x.filter((event) => !(quiet && isCourse(event)) && (event.k !== kind || !Object.entries(event.v).every(own)));
}

const begins = (entry) => entry.t.startsWith("activate ");

/** Returns who made a move. For the beginning of a turn that is the survivor who begins it, not the one whose player chose so. */
export const doer = (table, entry) => (begins(entry) ? nameOf(entry.t.split(" ")[1]) : table.names[entry.who] ?? entry.who);

/** Returns a move in words. The beginning of a turn does not repeat the survivor's name. */
export const deed = (entry) => (begins(entry) ? say("act.activate") : actionWords(entry.t));

/** Returns the move that led to the shown position as a text for screen readers. */
export function lastMove(table) {
  const entry = table.log[table.view.at - 1];
  if (!entry) return "";
  return [`${doer(table, entry)}: ${deed(entry)}`, ...came(table, entry).map((event) => tellEvent(event, table.view.sentences, table.names))].join(". ");
}
