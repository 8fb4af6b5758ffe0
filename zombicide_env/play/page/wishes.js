// Teammates that are programs: their intentions, their ways on the board, and what they can be asked for.

import { fill, make, shape } from "./dom.js";
import { mark } from "./board.js";
import { middle } from "./marks.js";
import { badge, paint } from "./pieces.js";
import { actionWords, has, say, tell } from "./words.js";
import { tagOf } from "./people.js";

const NO_CARD = /^\d*$/;

/** Returns the teammates that can be asked, with what was said; null if there are none, if the game is over, or if an earlier position is shown. */
const company = (table) => (table.view.live !== false && !table.view.over ? table.view.company : null);

/** True if the viewer has a seat, and may ask teammates. */
const may = (table) => table.view.seats.some((seat) => seat.mine);

/** Returns the teammate that is being asked, null if that is not possible. */
export function asking(table) {
  const there = company(table);
  return there?.mates.includes(table.mate) && may(table) ? table.mate : null;
}

/** Shows the teammates. */
export function showWishes(table) {
  const box = table.parts.wishes;
  const there = company(table);
  const mate = asking(table);
  const told = JSON.stringify([there, mate, may(table), table.view.board.panels.map((panel) => [panel.title, panel.slots])]);
  box.hidden = !there;
  if (!there || box.told === told) return;
  box.told = told;
  const held = document.activeElement?.closest("#wishes [data-key]")?.dataset.key;
  fill(box, make("h2", {}, say("wishes.title")), answers(table, there), make("ul", { class: "mates" }, there.mates.map((agent) => oneMate(table, there, agent, mate))));
  if (held) box.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
}

function oneMate(table, there, agent, mate) {
  const intention = there.intentions.find((one) => one.agent === agent);
  const panel = table.view.board.panels.find((one) => one.tag === tagOf(agent));
  const point = (on) => {
    mark(table.parts.board, on ? [tagOf(agent), ...(intention?.tags ?? [])] : []);
    draw(table, on ? agent : asking(table));
  };
  const chosen = agent === mate;
  const button = make("button", { type: "button", class: "quiet", "data-key": agent, "aria-expanded": String(chosen), "aria-label": `${say(chosen ? "wishes.enough" : "wishes.ask")}: ${table.names[agent]}`, disabled: !may(table), onclick: () => choose(table, chosen ? null : agent) }, say(chosen ? "wishes.enough" : "wishes.ask"));
  return make("li", { "data-mate": agent, class: chosen ? "chosen" : "", onmouseenter: () => point(true), onmouseleave: () => point(false), onfocusin: () => point(true), onfocusout: () => point(false) },
    panel && paint(make("span", { class: "token", "aria-hidden": "true" }, panel.mark), panel.colour), make("b", {}, table.names[agent]), make("span", { class: "intent" }, about(table.view.board.panels, intention)), button, chosen && offers(table, there, agent));
}

/** Returns what a teammate intends, in words. */
function about(panels, intention) {
  if (!intention) return say("wishes.thinks");
  const why = make("span", { class: "faint" }, ` – ${say(`wishes.why.${intention.why}`)}`);
  return [intention.action ? inWords(panels, intention) : say("wishes.together"), why];
}

/** Returns an action in words. If it hands a card over, the card is named, not its slot. */
function inWords(panels, { action, tags }) {
  const card = tags.length > 1 && tags.every((tag) => tag.startsWith("slot:")) && panels.flatMap((panel) => panel.slots).find((slot) => slot.tag === tags[0])?.text;
  return card ? `${say(`act.${action.split(" ")[0]}`)}: ${tell(card)}` : actionWords(action);
}

/** Selects the teammate to ask, or none (null). The board then shows what can be asked for. */
function choose(table, agent) {
  table.mate = agent;
  table.aim = null;
  table.draw();
  showWishes(table);
}

/** Returns buttons for the requests that need no place on the board. */
function offers(table, there, agent) {
  const own = tagOf(agent);
  const panels = table.view.board.panels;
  const others = panels.filter((panel) => panel.tag !== own && panel.tag.startsWith("survivor:") && !panel.gone);
  const cards = panels.find((panel) => panel.tag === own)?.slots.filter((slot) => !NO_CARD.test(slot.text)) ?? [];
  const one = (kind, target, words, name = "") => make("button", { type: "button", class: "act", "data-key": `${kind} ${target}`, "data-wish": `${kind} ${target}`, onclick: () => send(table, agent, kind, target) }, say(`wishes.${kind}`, { name: words }), name);
  return make("div", { class: "offers" }, make("p", { class: "faint" }, say("wishes.board")),
    make("div", { class: "acts" }, one("wait", own, ""), others.map((panel) => one("cover", panel.tag, tell(panel.title))), cards.map((slot) => one("give", slot.tag, tell(slot.text)))));
}

function send(table, agent, kind, target) {
  table.send({ type: "wish", to: agent, kind, target });
  table.mate = null; // one request at a time; the answer appears in the list
  table.draw();
  showWishes(table);
}

/** Returns the requests that can be made on the board, in the form of actions, while a teammate is being asked; null: clicks play actions. */
export function wishable(table, svg) {
  const agent = asking(table);
  if (!agent) return null;
  const { kinds } = table.view.company;
  const tags = [...new Set([...svg.matchAll(/data-tag="((?:zone|door|survivor):\d+)"/g)].map(([, tag]) => tag))];
  return tags.flatMap((tag) => {
    const own = tag === tagOf(agent);
    const fit = (kinds[tag.split(":")[0]] ?? []).filter((kind) => (kind !== "wait" || own) && (kind !== "cover" || !own));
    return fit.map((kind) => ({ a: -1, t: `wish_${kind}`, b: "wish", k: [tag], wish: [agent, kind, tag] }));
  });
}

/** Sends the request that was chosen on the board. */
export const wishFor = (table, action) => send(table, ...action.wish);

/** Returns the newest answers; the last one is read aloud by screen readers. */
function answers(table, there) {
  const said = [...there.said].reverse();
  return make("ul", { class: "answers", "aria-live": "polite" }, said.map((one) => make("li", { class: one.accepted ? "" : "refused", "data-answer": one.accepted ? "yes" : "no" },
    make("b", {}, `${table.names[one.to]}: `), one.accepted ? say("wishes.yes", { wish: words(table, one) }) : say("wishes.no", { wish: words(table, one), reason: has(`wishes.not.${one.reason}`) ? say(`wishes.not.${one.reason}`) : one.reason }),
    one.granted !== null && [" ", badge(say(one.granted ? "wishes.done" : "wishes.failed"), one.granted ? "#2f7d32" : "#b3372e")])));
}

/** Returns a request in words. */
function words(table, { kind, target }) {
  const titled = table.parts.board.querySelector(`g[data-tag="${CSS.escape(target)}"] > title`)?.textContent.split(":")[0] ?? "";
  const slot = table.view.board.panels.flatMap((panel) => panel.slots).find((one) => one.tag === target);
  return say(`wishes.${kind}`, { name: slot ? tell(slot.text) : kind === "wait" ? "" : tell(titled) }).trim();
}

/** Draws the way of a teammate on the board, in place of the previous one; null: none. Called whenever the board is drawn. */
export function draw(table, agent = asking(table)) {
  const picture = table.parts.board.querySelector("svg");
  picture?.querySelector("g.plan")?.remove();
  const intention = company(table)?.intentions.find((one) => one.agent === agent);
  if (!picture || !intention) return;
  const end = intention.tags.find((tag) => tag.startsWith("zone:"));
  const tags = end && end !== intention.way.at(-1) ? [...intention.way, end] : intention.way;
  const points = tags.map((tag) => middle(picture, tag)).filter(Boolean);
  if (!points.length) return;
  const last = points.at(-1);
  picture.append(shape("g", { class: "plan", "aria-hidden": "true" }, shape("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" ") }), shape("circle", { cx: last.x, cy: last.y, r: 14 })));
}
