// The surroundings of the board: facts and goals above it, the controls for looking back below it.

import { allow, byId, fill, icon, make, openNote } from "./dom.js";
import { roundName, say, tell, verdict } from "./words.js";
import { speeds } from "./home.js";
import { openManual } from "./manual.js";
import { signOf } from "./picture.js";
import { badge } from "./pieces.js";
import { ASKED } from "./turn.js";

const MASTER = "zombie_master"; // agent that plays against the goals shown

/** Labels of facts that are in the picture of the board too. */
const ON_BOARD = /^(Last roll|Most$)/;
const ENDED = new Map([[true, "#1d8a43"], [false, "#b3202c"], [null, "#5b636c"]]); // color of the banner by result: won, lost, neither

/** Returns the fact "Next". On a phone it is cut to one line, and a press shows it in full, with all goals. */
function nextGoal(text, told, goals) {
  const line = make("span", { class: "line" }, text, told);
  const open = () => {
    const { left, bottom } = line.getBoundingClientRect();
    if (more.offsetParent) openNote(left, bottom, line.textContent, ...goals.map((g) => `${g.done ? "☑" : "☐"} ${tell(g.text)}`));
  };
  const more = make("button", { type: "button", class: "quiet more", "aria-label": say("goals.all") }, "▾");
  return make("span", { class: "fact aim", "data-x": "meter:Next", onclick: open }, line, more);
}

export function showHead(table) {
  const { board } = table.view;
  const over = table.view.over && table.view.at === table.view.total; // an earlier position does not reveal the end
  const p = table.parts;
  byId("book").hidden = false;
  byId("book").onclick = () => openManual(table);
  const mine = table.view.seats.filter((seat) => seat.mine);
  const against = mine.length > 0 && mine.every((seat) => seat.agent === MASTER);
  const label = (text) => (against && text === "Next" ? say("goals.next") : tell(text));
  const parts = (f) => [f.label && make("span", { class: "faint" }, `${label(f.label)} `), badge(tell(f.text), f.colour)];
  const fact = (f) => (f.label === "Next" ? nextGoal(...parts(f), board.goals) : make("span", { class: "fact", "data-x": f.label ? `meter:${f.label}` : null }, parts(f)));
  const told = (f) => !ON_BOARD.test(f.label) && !ASKED.test(f.label) && !(over && f.label === "Next"); // the banner replaces it with the outcome
  p.facts.replaceChildren(...board.facts.filter(told).map(fact));
  p.goals.replaceChildren(...(against ? [make("li", { class: "against" }, say("goals.master"))] : []), ...board.goals.map((g) => make("li", { class: g.done ? "done" : "" }, tell(g.text))));
  p.banner.hidden = !board.banner && !over;
  const end = over && verdict(table.view, table.names);
  p.banner.textContent = end ? end.text : tell(board.banner);
  p.banner.style.background = end ? ENDED.get(end.won) : board.banner_colour || ENDED.get(null);
  p.parted.hidden = !table.view.of;
  if (table.view.of && !p.parted.firstChild) fill(p.parted, make("span", {}, say("parted.here")), make("a", { class: "button", href: `#/room/${table.view.of}` }, say("parted.back")));
  showTrouble(table);
  if (p.legend.shown === board.legend) return;
  p.legend.shown = board.legend;
  p.legend.replaceChildren(...board.legend.map((f) => make("span", { class: "fact" }, signOf(f), make("span", { class: "faint" }, ` ${tell(f.text)}`))));
}

/** Lets the area above the board grow but never shrink, so that the board does not move. A new width of the window starts again. */
export function keepHeight(head) {
  const first = head.dataset.width !== String(innerWidth);
  if (first) head.style.minHeight = "";
  head.dataset.width = String(innerWidth);
  const height = `${head.offsetHeight}px`;
  if (head.style.minHeight !== height) head.style.minHeight = height;
}

/** Shows why nobody moves: an agent or the disk has failed. People in charge can make the server try again. */
function showTrouble(table) {
  if (!table.open() || table.gone) return; // a lost connection or a closed room is reported already
  const { problem, unsaved, charge } = table.view;
  const text = unsaved ? say("room.unsaved", { text: tell(unsaved) }) : problem && say("room.problem", { text: tell(problem) });
  const again = () => table.send({ type: "pace", paused: false });
  table.complain(text, text && charge && make("button", { type: "button", id: "retry", class: "quiet", onclick: again }, say("room.retry")));
}

/** Returns a button that has a key as well. */
export function keyButton(id, text, key, act) {
  const name = say(`room.${id}`);
  return make("button", { type: "button", id, class: "quiet", "data-note": `${name} (${key})`, "aria-label": name, onclick: act }, text);
}

/** Adds the controls: looking back, pace, undo, download, share. Called once per table. */
export function buildControls(table) {
  table.pace = speeds("pace", 0.6);
  for (const name of ["aria-label", "data-note"]) table.pace.setAttribute(name, say("room.speed"));
  table.pace.onchange = () => {
    if (table.view.record || !table.view.charge) table.run(table.timer !== null);
    else table.send({ type: "pace", pace: Number(table.pace.value) });
  };
  table.rounds = make("select", { id: "rounds", "aria-label": say("room.round"), "data-note": say("room.round"), onchange: () => table.look(Number(table.rounds.value)) });
  table.where = make("span", { id: "where" });
  table.parts.controls.append(
    keyButton("first", icon("first"), "Home", () => table.look(0)),
    keyButton("back", icon("back"), "←", () => table.back()),
    keyButton("run", icon("play"), say("key.space"), () => table.toggle()),
    keyButton("forth", icon("forth"), "→", () => table.forth()),
    keyButton("last", icon("last"), "End", () => table.look(null)),
    table.rounds, table.where, table.pace,
    make("span", { class: "gap" }),
    keyButton("undo", icon("undo"), "U", () => table.undo()),
    make("a", { id: "download", class: "button quiet", href: `/api/rooms/${table.name}/replay`, download: "", "data-note": say("room.download"), "aria-label": say("room.download") }, icon("download")),
    keyButton("share", icon("share"), "L", () => table.share()),
  );
}

export function showControls(table) {
  const v = table.view;
  if (!v) return;
  const running = v.record || v.at < v.total ? table.timer !== null : !v.paused;
  fill(byId("run"), icon(running ? "pause" : "play"));
  byId("run").dataset.running = String(running);
  const newest = v.at === v.total;
  allow(byId("run"), v.record || !newest ? "" : v.over ? say("why.over") : v.charge ? "" : say("why.guest"));
  for (const id of ["first", "back"]) allow(byId(id), v.at === 0 ? say("why.first") : "");
  allow(byId("last"), newest ? say("why.newest") : "");
  allow(byId("forth"), newest && !(v.waiting && v.paused) ? say("why.newest") : "");
  byId("undo").hidden = !v.takes;
  allow(byId("undo"), v.undo ? "" : say("why.undo"));
  byId("download").hidden = !v.download;
  table.where.textContent = `${v.at}/${v.total}`;
  table.where.className = v.at < v.total ? "past" : "";
  if (document.activeElement !== table.pace && !v.record) table.pace.value = String(v.pace);
  const now = v.rounds.findLast(([, at]) => at <= v.at)?.[0];
  const options = v.rounds.map(([r, at]) => `${r}:${at}`).join();
  if (table.rounds.dataset.options !== options) {
    table.rounds.dataset.options = options;
    table.rounds.replaceChildren(...v.rounds.map(([r, at]) => make("option", { value: String(at), "data-round": String(r) }, roundName(v.game, r))));
  }
  for (const option of table.rounds.options) option.selected = option.dataset.round === String(now);
}
