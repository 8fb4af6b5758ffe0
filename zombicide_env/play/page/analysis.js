// Analysis: win probability over the game, results of the moves of a position, 100 rollouts from a position, and variations.

import { allow, ask, fill, heeded, make, shape, slow, take } from "./dom.js";
import { mark } from "./board.js";
import { researcher } from "./face.js";
import { expected, opinions } from "./opinions.js";
import { doubt, percent } from "./pieces.js";
import { showVariations } from "./variations.js";
import { actionWords, nameOf, outcomeWords, playerName, say } from "./words.js";

const POINTS = 24; // number of positions in the graph
const GAMES = 100; // rollouts per position, or per move
const TURNING = 0.15; // smallest change of the win probability that is marked, if it is too large for chance
const [WIDE, HIGH] = [340, 136];
const [LEFT, RIGHT, ABOVE, BELOW] = [40, 6, 8, 20]; // margins around the curve, for the labels of the axes

/** Shows the analysis. The section is built once per table, so that its results survive new messages of the server. */
export function showAnalysis(table) {
  const box = table.parts.analysis;
  if (!box.firstChild) build(table, box);
  if (table.chances || table.studying) graph(table, box.querySelector(".graph"));
  showVariations(table, box.querySelector(".variations"));
  if (table.foreseen?.at !== table.view.at) {
    table.foreseen = null;
    fill(box.querySelector(".found"));
  }
  const { barred, mute } = table.view;
  const parted = barred && say(`barred.${barred}`);
  for (const button of box.querySelectorAll("[data-branch], #vector")) allow(button, parted || (mute === "over" ? say("advice.over") : ""));
  const quest = box.querySelector("#quest");
  if (quest) {
    allow(quest, parted);
    quest.hidden = !table.view.quests;
  }
  for (const id of ["hundred", "moves"]) allow(box.querySelector(`#${id}`), mute && say(`advice.${mute}`));
  table.veiled ||= mute === "hidden" || barred === "hidden"; // true once a position of this game was hidden from the viewer
  allow(box.querySelector("#chances"), table.view.over ? "" : mute === "contested" ? say("advice.contested") : table.veiled ? say("advice.veiled") : "");
}

function build(table, box) {
  const button = (id, onclick) => make("button", { type: "button", id, onclick }, say(`analysis.${id}`));
  const picture = (kind) => make("button", { type: "button", class: "quiet", "data-picture": kind, onclick: slow(() => drawn(table, kind)) }, say(`analysis.${kind}`));
  const branch = (spec) => make("button", { type: "button", class: "quiet", "data-branch": spec, onclick: slow(() => go(table, spec)) }, say(`analysis.branch.${spec}`));
  fill(box, make("div", { id: "analysis-box" }, make("h2", {}, say("analysis.title")),
    make("p", { class: "faint" }, say(researcher() ? "analysis.note" : "analysis.plain")), researcher() && make("p", { class: "faint" }, say("analysis.branch.note")),
    make("div", { class: "acts" }, button("chances", slow(() => chances(table))), button("hundred", heeded(() => inquire(table, false, ends))), button("moves", heeded(() => inquire(table, true, moves))), branch("human"), branch("greedy"),
      researcher() && [button("quest", slow(() => takeAlong(table, "quest"))), button("vector", slow(() => takeAlong(table, "vector"))), picture("svg"), picture("png")]),
    make("div", { class: "graph" }), make("div", { class: "found", "aria-live": "polite" }), opinions(table), make("div", { class: "variations" })));
  table.drawValues = () => graph(table, box.querySelector(".graph"));
}

const foresee = (table, at, compare = false) => ask(`/api/rooms/${table.name}/foresee`, { at, games: GAMES, compare });

/**
 * Returns the index of the seat whose win probability is shown: the viewer's own, or the first one. It matters only where people
 * play against each other.
 */
const whose = (table) => Math.max(0, table.view.seats.findIndex((seat) => seat.mine));

/** Plays rollouts from positions all over the game, and draws each result when it arrives. */
export async function chances(table) {
  const { total } = table.view;
  const last = table.view.over ? total - 1 : total;
  const at = [...new Set(Array.from({ length: POINTS }, (_, i) => Math.round((i * last) / (POINTS - 1))))];
  const asked = (table.asking = {});
  table.chances = [];
  for (const n of at) {
    const { won, games } = await foresee(table, n);
    if (table.closed || table.asking !== asked || n > table.view.total) return; // asked again since, or moves were taken back
    const one = whose(table);
    const { side, name } = table.view.seats[one];
    if (won.some((wins) => wins !== won[0])) table.chances.of = nameOf(side || name);
    table.chances.push({ at: n, p: won[one] / games });
    graph(table, table.parts.analysis.querySelector(".graph"));
  }
}

/** Returns the 95 % confidence interval [low, high] of a share `p` of `n` games (Wilson). */
function within(p, n) {
  const middle = (p + 1.96 ** 2 / (2 * n)) / (1 + 1.96 ** 2 / n);
  return [Math.max(0, middle - doubt(p, n)), Math.min(1, middle + doubt(p, n))];
}

/** Returns the points where the win probability has changed by at least TURNING, and by more than `games` rollouts can differ by chance. */
function turningPoints(points, games = GAMES) {
  return points.slice(1).map((point, i) => ({ ...point, from: points[i].at, change: point.p - points[i].p, sure: Math.hypot(doubt(point.p, games), doubt(points[i].p, games)) }))
    .filter(({ change, sure }) => Math.abs(change) >= Math.max(TURNING, sure));
}

function graph(table, box) {
  const points = table.chances ?? [];
  const total = Math.max(1, table.view.total);
  const x = (at) => LEFT + (at / total) * (WIDE - LEFT - RIGHT);
  const y = (p) => ABOVE + (1 - p) * (HIGH - ABOVE - BELOW);
  const label = (x, y, anchor, words) => shape("text", { x, y, "text-anchor": anchor, class: "axis" }, words);
  const turning = turningPoints(points);
  const lines = expected(table).map(([title, all, share], n) => valueLine(title, all, share, n, x, y));
  const band = [...points.map(({ at, p }) => [x(at), y(Math.min(1, p + doubt(p, GAMES)))]), ...points.map(({ at, p }) => [x(at), y(Math.max(0, p - doubt(p, GAMES)))]).reverse()];
  const picture = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": say("analysis.graph", { first: percent(points[0]?.p ?? 0), last: percent(points.at(-1)?.p ?? 0) }) });
  picture.append(shape("rect", { x: 0, y: 0, width: WIDE, height: HIGH, class: "ground" }), ...[0, 0.5, 1].flatMap((p) => [shape("line", { x1: LEFT, x2: WIDE - RIGHT, y1: y(p), y2: y(p), class: "half" }), label(LEFT - 5, y(p) + 4, "end", `${100 * p} %`)]),
    label(LEFT, HIGH - 5, "start", "0"), label(WIDE - RIGHT, HIGH - 5, "end", say("analysis.move", { n: total })),
    shape("polygon", { points: band.map((p) => p.join()).join(" "), class: "doubt" }), ...lines, shape("polyline", { points: points.map(({ at, p }) => `${x(at)},${y(p)}`).join(" "), class: "curve" }),
    shape("line", { x1: x(table.view.at), x2: x(table.view.at), y1: ABOVE - 4, y2: HIGH - BELOW + 4, class: "here" }),
    ...turning.map(({ at, p, change }) => shape("circle", { cx: x(at), cy: y(p), r: 5, class: change > 0 ? "up" : "down" }, shape("title", {}, `${at}: ${percent(p)}`))));
  picture.addEventListener("click", (event) => {
    const frame = picture.getBoundingClientRect();
    const at = ((event.clientX - frame.left) / frame.width) * WIDE; // in units of the picture
    table.look(Math.round(((at - LEFT) / (WIDE - LEFT - RIGHT)) * total));
  });
  const now = points.findLast(({ at }) => at <= table.view.at) ?? points[0];
  fill(box, now && make("p", { class: "chance-now" }, say("analysis.now", { at: now.at, p: percent(now.p) })), points.of && make("p", { class: "faint" }, say("analysis.of", { name: points.of })), picture, lines.length > 0 && make("ul", { class: "lines" }, expected(table).map(([title, all, share], n) => lineName(title, all, share, n))), points.length > 0 && turnedAt(table));
}

/** Returns the least and the greatest value of `points`; [0, 1] for shares of games won, which are not rescaled. */
const span = (points, share) => (share ? [0, 1] : [Math.min(...points.map((p) => p.value)), Math.max(...points.map((p) => p.value))]);

/** Returns the curve of an agent's expectations over the game, scaled to their own range unless they are shares of games won. */
function valueLine(title, points, share, n, x, y) {
  const [low, high] = span(points, share);
  const scaled = (value) => (high > low ? (value - low) / (high - low) : 0.5);
  return shape("polyline", { points: points.map(({ at, value }) => `${x(at)},${y(scaled(value))}`).join(" "), class: `value n${n}` }, shape("title", {}, title));
}

function lineName(title, points, share, n) {
  const [low, high] = span(points, share);
  return make("li", { class: `value n${n}` }, share ? say("opinions.share", { title }) : say("opinions.value", { title, low: low.toFixed(2), high: high.toFixed(2) }));
}

/** Returns a list of the turning points of the game, each a button that shows the move; null if there are none. */
export function turnedAt(table) {
  const words = turningPoints(table.chances).map(({ from, at, p, change }) => make("li", {}, make("button", { type: "button", class: "news", onclick: () => table.lookAgain(at) }, say(change > 0 ? "analysis.up" : "analysis.down", { from, at, p: percent(p), change: percent(Math.abs(change)) }))));
  return words.length ? make("ul", { class: "turning" }, words) : null;
}

/**
 * Requests rollouts of the shown position and displays them with `show`. Drops the answer if by then another position is shown or
 * another question was asked.
 */
async function inquire(table, compare, show) {
  if (table.foreseen?.waits === show) return;
  const asked = (table.foreseen = { at: table.view.at, waits: show });
  const box = table.parts.analysis.querySelector(".found");
  fill(box, make("p", { class: "faint" }, say("analysis.wait")));
  try {
    const found = await foresee(table, asked.at, compare);
    if (table.foreseen === asked) fill(box, show(table, found));
  } catch (error) {
    if (table.foreseen === asked) fill(box);
    throw error;
  } finally {
    asked.waits = null;
  }
}

/** Returns how the rollouts from here ended: outcomes, wins by seat where they differ, and averages. */
function ends(table, found) {
  const rows = found.ends.map(([name, detail, n]) => bar(n / found.games, found.games, outcomeWords({ name, detail }, table.names)));
  const seats = found.won.every((n) => n === found.won[0]) ? [] : table.view.seats.map((seat, i) => bar(found.won[i] / found.games, found.games, nameOf(seat.name)));
  const means = Object.entries(found.measures).map(([name, value]) => make("span", { class: "fact" }, make("span", { class: "faint" }, `${nameOf(name)} `), make("b", {}, String(value))));
  return [make("p", {}, say("analysis.ends", { n: found.games, by: playerName(found.by) })), make("ul", { class: "bars" }, rows, seats), make("p", { class: "asked" }, means)];
}

/** Returns the win rate of each move, and marks the one that was played. If there are very many moves, the server compares only some. */
function moves(table, found) {
  const played = table.log[table.view.at]?.t;
  const rows = found.moves.map(({ t, k, p }) => {
    const row = bar(p, GAMES, `${actionWords(t)}${t === played ? ` – ${say("analysis.played")}` : ""}`);
    row.classList.toggle("played", t === played);
    row.addEventListener("mouseenter", () => mark(table.parts.board, k));
    row.addEventListener("mouseleave", () => mark(table.parts.board, []));
    return row;
  });
  const some = found.legal > found.moves.length;
  return [make("p", {}, say("analysis.after", { n: GAMES })), some && make("p", { class: "faint" }, say(researcher() ? "analysis.after.some" : "analysis.after.few", { n: found.moves.length, legal: found.legal })), make("ul", { class: "bars" }, rows)];
}

/** Returns a bar for a share `p` of `games` games, with its 95 % confidence interval. */
function bar(p, games, text) {
  const [low, high] = within(p, games);
  const [filled, range] = ["bar", "range"].map((name) => make("span", { class: name }));
  filled.style.width = `${(100 * p).toFixed(1)}%`;
  [range.style.left, range.style.width] = [`${(100 * low).toFixed(1)}%`, `${(100 * (high - low)).toFixed(1)}%`];
  const said = say("analysis.range", { p: percent(p), low: (100 * low).toFixed(0), high: (100 * high).toFixed(0) });
  return make("li", { class: "sure" }, filled, range, make("span", { class: "p" }, said), make("span", {}, text));
}

/** Continues from the shown position at a new table, where `spec` replaces the player `instead`, or by default all players. */
export async function go(table, spec, instead = null) {
  const { room } = await ask(`/api/rooms/${table.name}/branch`, { at: table.view.at, spec, instead });
  if (!table.closed) location.hash = `#/room/${room}`;
}

/** Downloads a picture of the shown position; `kind` is "svg" or "png". */
async function drawn(table, kind) {
  const { at } = table.view;
  await take(`/api/rooms/${table.name}/picture?at=${at}&kind=${kind}`, `${table.name}-${at}.${kind}`);
}

/** Downloads the shown position as a file: a quest, which can be played and edited, or a conformance vector. */
async function takeAlong(table, what) {
  const { at } = table.view;
  await take(`/api/rooms/${table.name}/${what}?at=${at}`, `${what}-${table.name}-${at}.yaml`);
}
