// The end of a game: how it has ended, what everybody has done, and what may come next.

import { ask, fill, make, slow, toast } from "./dom.js";
import { complaint, nameOf, outcomeWords, say } from "./words.js";
import { chances } from "./analysis.js";

/** The screen at the end; empty before it, and where somebody looks back. */
export function showEnd(table) {
  const v = table.view;
  const box = table.parts.end;
  const shown = v.over && v.at === v.total;
  box.hidden = !shown;
  if (!shown) return;
  const ended = `${v.total} ${JSON.stringify(v.outcome)}`; // who has taken moves back may come to another end
  if (box.ended !== ended) build(table, box);
  box.ended = ended;
  table.again ??= slow(() => again(table));
  fill(box.querySelector(".next"), v.rematch ? make("a", { class: "button main", id: "join", href: `#/room/${v.rematch}` }, say("end.join"))
    : v.charge && !v.record && make("button", { type: "button", class: "main", id: "rematch", onclick: table.again }, say("end.rematch")));
}

function build(table, box) {
  const watch = () => {
    table.look(0);
    table.run(true);
  };
  const turning = slow(() => {
    document.querySelector("#analysis").scrollIntoView({ block: "nearest" });
    return chances(table);
  });
  const tally = make("div", { class: "tally" });
  fill(box, make("h2", {}, outcomeWords(table.view.outcome, table.names)), make("span", { class: "next" }), make("div", { class: "acts" },
    make("button", { type: "button", id: "watch", onclick: watch }, say("end.watch")),
    make("button", { type: "button", id: "turning", onclick: turning }, say("end.turning")),
    table.view.download && make("a", { class: "button", href: `/api/rooms/${table.name}/replay`, download: "" }, say("end.replay")),
    table.view.download && make("a", { class: "button", id: "film", href: `/api/rooms/${table.name}/film`, download: "", "data-note": say("end.film.note") }, say("end.film"))), !table.view.download && make("p", { class: "faint" }, say("end.secret")), tally);
  ask(`/api/rooms/${table.name}/summary`).then((rows) => fill(tally, statistics(table, rows))).catch((error) => toast(complaint(error.message), "bad"));
}

/** A table of who has done what, for what anybody has done; the most of each is marked. */
function statistics(table, rows) {
  const kinds = [...new Set(rows.flatMap((row) => Object.keys(row.did)))];
  const most = Object.fromEntries(kinds.map((kind) => [kind, Math.max(...rows.map((row) => row.did[kind] ?? 0))]));
  const dice = rows.some((row) => row.dice);
  const head = [...kinds.map((kind) => say(`did.${kind}`)), dice && say("did.dice")].filter(Boolean);
  return make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("end.who")), head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, make("th", { scope: "row" }, nameOf(row.name)), kinds.map((kind) => {
      const n = row.did[kind] ?? 0;
      return make("td", { class: n && n === most[kind] ? "most" : "" }, n ? String(n) : "–");
    }), dice && make("td", {}, row.dice ? `${row.hits}/${row.dice}` : "–")))));
}

async function again(table) {
  const { room } = await ask(`/api/rooms/${table.name}/rematch`, {});
  if (!table.closed) location.hash = `#/room/${room}`;
}
