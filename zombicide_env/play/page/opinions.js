// Two opinions over a whole game: where two agents would have moved differently, or where an agent disagrees with the moves that were played.

import { ask, fill, make, slow } from "./dom.js";
import { advisers, adviserName } from "./advice.js";
import { researcher } from "./face.js";
import { doubt, percent } from "./pieces.js";
import { actionWords, complaint, has, nameOf, say } from "./words.js";

const PLAYED = "played"; // stands for the moves that were played, as the first opinion
const SEARCH = "search:simulations=256";
const GAMES = 100; // rollouts after each move of a position in which the search disagrees with the move played
const COST = 0.1; // win probability that a move has to cost to be called a mistake, if chance does not explain it
const SHOWN = 40; // maximum number of positions in the list

/** Returns the part of the analysis that compares two opinions. */
export function opinions(table) {
  const box = make("div", { class: "opinions" });
  const specs = [SEARCH, ...advisers(table).filter((spec) => !spec.startsWith("search:"))]; // the adviser's own search would be the same name again
  const named = (event) => { box.querySelector(`#${event.target.id}-spec`).hidden = event.target.value !== ""; };
  const choice = (id, first, chosen) => make("select", { id, "aria-label": say(`opinions.${id}`), onchange: named }, [...first, ...specs].map((spec) => make("option", { value: spec, selected: spec === chosen }, spec === PLAYED ? say("opinions.played") : adviserName(spec))), researcher() && make("option", { value: "" }, say("seat.other")));
  const own = (id) => researcher() && make("input", { id: `${id}-spec`, type: "text", hidden: true, spellcheck: "false", placeholder: "checkpoint:...", "aria-label": say("seat.other") });
  const selects = [["opinion-a", choice("opinion-a", [PLAYED], PLAYED)], ["opinion-b", choice("opinion-b", [], SEARCH)]];
  const spec = ([id, select]) => select.value || box.querySelector(`#${id}-spec`).value.trim();
  const found = make("div", { class: "found-differ", "aria-live": "polite" });
  const start = slow(() => compare(table, researcher() ? selects.map(spec) : [PLAYED, SEARCH], found));
  const stop = make("button", { type: "button", id: "opinions-stop", class: "quiet", hidden: true, onclick: () => { table.studying = null; } }, say("opinions.stop"));
  fill(box, make("h3", {}, say(researcher() ? "opinions.title" : "opinions.learn")), make("p", { class: "faint" }, say(researcher() ? "opinions.note" : "opinions.plain")),
    researcher() && make("div", { class: "acts" }, selects.map(([id, select]) => [select, own(id)])),
    make("div", { class: "acts" }, make("button", { type: "button", id: "opinions", onclick: start }, say(researcher() ? "opinions.start" : "opinions.mistakes")), stop), found);
  return box;
}

/** Asks both for their opinion on every decision that the viewer may see, and lists the differences as they are found. */
async function compare(table, [first, second], box) {
  const mine = new Set(table.view.seats.filter((s) => s.mine).map((s) => s.agent));
  const asked = (table.studying = { first, second, values: new Map([[first, []], [second, []]]) });
  const list = make("ol", { class: "differ" });
  const summary = make("p", { class: "faint" });
  const stop = document.getElementById("opinions-stop");
  stop.hidden = false;
  fill(box, summary, list);
  const total = table.view.over || table.view.record ? table.view.total : table.view.total + 1;
  let [same, all] = [0, 0];
  try {
    for (let at = 0; at < total && table.studying === asked && !table.closed; at += 1) {
      const played = table.log[at];
      if (first === PLAYED && (!played || (!researcher() && mine.size && !mine.has(played.who)))) continue;
      summary.textContent = say("opinions.progress", { at, total, same, all });
      const b = await opinion(table, second, at);
      if (b.reason || b.legal < 2) continue;
      const a = first === PLAYED ? { choices: [b.choices.find((c) => c.t === played.t) ?? { t: played.t, p: 0 }] } : await opinion(table, first, at);
      if (a.reason) continue;
      for (const [spec, told] of [[first, a], [second, b]]) if (typeof told.value === "number") asked.values.get(spec).push({ at, value: told.value, share: told.choices[0]?.v !== undefined });
      all += 1;
      const otherwise = differ(a, b);
      const gap = otherwise && first === PLAYED && second.startsWith("search") ? await mistake(table, at, a) : otherwise;
      if (gap === null) same += 1;
      else insert(list, row(table, { at, a, b: gap.better ?? b, gap, asked }));
      table.drawValues?.();
    }
  } catch (error) {
    summary.textContent = complaint(error.message);
    throw error;
  } finally {
    stop.hidden = true;
  }
  summary.textContent = all ? say("opinions.done", { same, all }) : say("opinions.none");
}

const opinion = (table, spec, at) => ask(`/api/rooms/${table.name}/judge`, { at, spec });

/**
 * Returns by how much the first choice of `a` is worse than that of `b`, according to `b`; null if they are the same. A search
 * compares shares of games won, other agents probabilities.
 */
function differ(a, b) {
  const [one, other] = [a.choices[0], b.choices[0]];
  if (!one || !other || one.t === other.t) return null;
  const judged = b.choices.find((choice) => choice.t === one.t);
  const searched = Boolean(other.v && judged?.v);
  return { searched, cost: searched ? other.w - judged.w : other.p - (judged?.p ?? 0), from: judged?.w, to: other.w };
}

/** Returns what the played move has cost, by rollouts after each move; null if chance explains the difference. */
async function mistake(table, at, { choices: [played] }) {
  const { moves } = await ask(`/api/rooms/${table.name}/foresee`, { at, games: GAMES, compare: true });
  const [best] = moves;
  const mine = moves.find(({ t }) => t === played.t);
  const cost = mine ? best.p - mine.p : 0;
  if (!mine || cost < Math.max(COST, Math.hypot(doubt(best.p, GAMES), doubt(mine.p, GAMES)))) return null;
  return { searched: true, cost, from: mine.p, to: best.p, better: { choices: [best] } };
}

function row(table, { at, a, b, gap, asked }) {
  const decider = table.log[at]?.who ?? table.view.decider;
  const who = table.names[decider] ?? nameOf(decider);
  const words = say("opinions.row", { n: at + 1, who, a: actionWords(a.choices[0].t), b: actionWords(b.choices[0].t) });
  const worth = gap.searched ? say("opinions.worth", { from: percent(Math.max(0, gap.from)), to: percent(gap.to) }) : say("opinions.likely", { p: percent(b.choices[0].p) });
  const go = () => {
    if (researcher()) table.advisors = [asked.first, asked.second].filter((spec) => spec !== PLAYED);
    table.run(false);
    table.look(at);
  };
  return Object.assign(make("li", {}, make("button", { type: "button", class: "news", "data-at": String(at), onclick: go }, words, " ", make("small", {}, worth))), { rank: gap.cost + Number(gap.searched) });
}

/** Inserts an item by its cost: the largest first. Items that no search has compared are last. */
function insert(list, item) {
  const after = [...list.children].find((other) => other.rank < item.rank) ?? null;
  list.insertBefore(item, after);
  while (list.children.length > SHOWN) list.lastChild.remove();
}

/** Returns what the agents expect over the game: [name, [{ at, value }], true if the values are shares of games won]. */
export function expected(table) {
  const found = [...(table.studying?.values ?? [])].filter(([, points]) => points.length > 1);
  return found.map(([spec, points]) => [has(`seat.${spec}`) ? say(`seat.${spec}`) : adviserName(spec), points, points.every((p) => p.share)]);
}
