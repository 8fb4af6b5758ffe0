// The end of a game: its outcome, statistics of all players, and what to play next.

import { ask, fill, make, slow, toast } from "./dom.js";
import { complaint, nameOf, playerName, say, tell, titleOf, verdict } from "./words.js";
import { chances, turnedAt } from "./analysis.js";
import { badge } from "./pieces.js";

/** Shows the end of the game; hides it during the game and while an earlier position is shown. */
export function showEnd(table) {
  const v = table.view;
  const box = table.parts.end;
  const shown = v.over && v.at === v.total;
  box.hidden = !shown;
  if (!shown) return;
  const ended = JSON.stringify([v.total, v.outcome, v.teammates, v.seats.map((s) => s.mine)]); // after an undo the game may end differently
  if (box.ended !== ended) build(table, box);
  box.ended = ended;
  table.again ??= slow(() => again(table, false));
  table.further ??= slow(() => again(table, true));
  const won = verdict(v, table.names).won;
  const next = v.following && make("button", { type: "button", id: "further", class: won ? "main" : "", onclick: table.further }, say("end.further", { title: titleOf(v.following) }));
  const once = make("button", { type: "button", id: "rematch", class: won && next ? "" : "main", onclick: table.again }, say("end.rematch"));
  fill(box.querySelector(".next"), v.rematch ? make("a", { class: "button main", id: "join", href: `#/room/${v.rematch}` }, say("end.join"))
    : v.charge && !v.record && [next, once]);
}

/** Returns the optional questions of how good a teammate each agent was. */
function rating(table) {
  const rate = (spec, stars) => slow(() => ask(`/api/rooms/${table.name}/rate`, { spec, stars }));
  const rows = table.view.teammates.map(([spec, said]) => make("div", { class: "acts rating", role: "group", "aria-label": say("end.rate", { who: playerName(spec) }) }, make("span", {}, say("end.rate", { who: playerName(spec) })),
    [1, 2, 3, 4, 5].map((stars) => make("button", { type: "button", class: "quiet", "data-stars": String(stars), "aria-pressed": String(stars === said), "data-note": say(`end.stars.${stars}`), onclick: rate(spec, stars) }, String(stars)))));
  return rows.length > 0 && make("div", { class: "ratings" }, rows, make("p", { class: "faint" }, say("end.rate.note")));
}

function build(table, box) {
  const watch = () => {
    table.look(0);
    table.run(true);
  };
  const turned = make("div", { class: "turned", "aria-live": "polite" });
  const turning = slow(async () => {
    fill(turned, make("p", { class: "faint" }, say("analysis.wait")));
    await chances(table);
    fill(turned, turnedAt(table) ?? make("p", { class: "faint" }, say("end.even")));
  });
  const tally = make("div", { class: "tally" });
  fill(box, make("h2", {}, verdict(table.view, table.names).text), make("div", { class: "acts next" }), make("div", { class: "acts" },
    make("button", { type: "button", id: "watch", onclick: watch }, say("end.watch")),
    make("button", { type: "button", id: "turning", onclick: turning }, say("end.turning")),
    table.view.download && make("a", { class: "button", href: `/api/rooms/${table.name}/replay`, download: "" }, say("end.replay")),
    table.view.download && make("a", { class: "button", id: "film", href: `/api/rooms/${table.name}/film`, download: "", "data-note": say("end.film.note") }, say("end.film"))), !table.view.download && make("p", { class: "faint" }, say("end.secret")), rating(table), turned, tally);
  ask(`/api/rooms/${table.name}/summary`).then((rows) => fill(tally, statistics(table, rows))).catch((error) => toast(complaint(error.message), "bad"));
}

/** Returns a table of what each player did, with a column for everything that occurred; the highest number of each column is marked. */
function statistics(table, rows) {
  const kinds = [...new Set(rows.flatMap((row) => Object.keys(row.did)))];
  const most = Object.fromEntries(kinds.map((kind) => [kind, Math.max(...rows.map((row) => row.did[kind] ?? 0))]));
  const dice = rows.some((row) => row.dice);
  const ends = new Map(table.view.board.panels.map((panel) => [panel.tag, panel.badges]));
  const head = [say("end.fate"), ...kinds.map((kind) => say(`did.${kind}`)), dice && say("did.dice")].filter(Boolean);
  return make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("end.who")), head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, make("th", { scope: "row" }, nameOf(row.name)), make("td", { class: "fate" }, (ends.get(row.agent.replace(/_(\d+)$/, ":$1")) ?? []).map((b) => [badge(tell(b.text), b.colour), " "])), kinds.map((kind) => {
      const n = row.did[kind] ?? 0;
      return make("td", { class: n && n === most[kind] ? "most" : "" }, n ? String(n) : "–");
    }), dice && make("td", {}, row.dice ? `${row.hits}/${row.dice}` : "–")))));
}

/** Starts the next game of the same people: the same game, or (`following`) the next quest. */
async function again(table, following) {
  const { room } = await ask(`/api/rooms/${table.name}/rematch`, { following });
  if (!table.closed) location.hash = `#/room/${room}`;
}
