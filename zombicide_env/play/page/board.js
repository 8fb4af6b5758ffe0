// The board: the server's picture, made clickable. Which items can be chosen follows from the tags of the legal actions.

import { actionWords, say } from "./words.js";
import { make, openMenu, openNote } from "./dom.js";
import { odds } from "./odds.js";
import { drawPicture } from "./picture.js";

const NS = "http://www.w3.org/2000/svg";
/** Parts of a board whose titles tell all that can be seen on it. */
const TOLD = /^(zone|route|place|score):/;
const HOSTILE = /^(shoot|cast|melee|trick|torch|target|hit|reap)/;

/** Tag -> the actions that are about it, first tags only for zones: a card that goes somewhere is found by both of its places. */
export function byTag(legal) {
  const found = new Map();
  for (const action of legal) {
    for (const tag of action.k) {
      if (!found.has(tag)) found.set(tag, []);
      found.get(tag).push(action);
    }
  }
  return found;
}

const offered = new WeakMap(); // board -> what can be chosen on it: the actions by tag, and how to play one

/** Draw the board with what can be chosen on it; `letters` of survivors by their tags; `aiming`: a card has been pressed, and this is its target. */
export function drawBoard(box, svg, letters, legal, play, aiming = false) {
  undress(box);
  const picture = drawPicture(box, svg, letters);
  if (!picture) return;
  picture.setAttribute("role", "group"); // a picture would hide the buttons in it
  box.querySelector("ul")?.remove();
  box.append(inWords(picture));
  if (!offered.has(box)) listen(box);
  const tags = byTag(legal);
  offered.set(box, { tags, play, aiming });
  box.classList.toggle("aiming", aiming);
  for (const token of taken(picture, legal)) token.classList.add("can");
  for (const group of picture.querySelectorAll("g[data-tag]")) {
    const actions = tags.get(group.dataset.tag);
    if (!actions) continue;
    group.classList.add("can");
    const title = group.querySelector("title")?.textContent ?? "";
    const target = group.dataset.tag.startsWith("zone:") ? overlay(group, actions) : group;
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "button");
    target.setAttribute("aria-label", `${title}: ${actions.map((a) => actionWords(a.t)).join("; ")}`);
    for (const sign of target.querySelectorAll("text, title")) sign.setAttribute("aria-hidden", "true"); // the label says more
  }
}

/** Tokens that may be taken: those that lie in a zone where that is an action. They are pressed like their zone. */
function taken(picture, legal) {
  const zones = legal.filter((action) => action.b === "take").map((action) => picture.querySelector(`g[data-tag="${CSS.escape(action.k[0] ?? "")}"]`)).filter(Boolean);
  const frames = zones.flatMap((zone) => [...zone.querySelectorAll(":scope > rect")].map((cell) => cell.getBoundingClientRect()));
  const inside = ({ x, y, width, height }) => frames.some((f) => x + width / 2 > f.left && x + width / 2 < f.right && y + height / 2 > f.top && y + height / 2 < f.bottom);
  return frames.length ? [...picture.querySelectorAll("g.objective")].filter((token) => inside(token.getBoundingClientRect())) : [];
}

/** Nothing can be chosen on the board, and nothing is pointed at. */
function undress(box) {
  for (const shade of box.querySelectorAll("svg .shade")) shade.remove();
  for (const item of box.querySelectorAll("svg .can, svg .pointed")) {
    item.classList.remove("can", "pointed");
    for (const name of ["tabindex", "role", "aria-label"]) item.removeAttribute(name);
  }
  for (const sign of box.querySelectorAll("svg [aria-hidden]")) sign.removeAttribute("aria-hidden");
}

/** Clicks and keys on a board: choose what is there, or say what it is. */
function listen(box) {
  box.addEventListener("keydown", (event) => {
    const target = event.target.closest("svg [role=button]");
    if (!target || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    const { tags, play, aiming } = offered.get(box);
    const at = target.getBoundingClientRect();
    offer(tags.get(target.dataset.for ?? target.dataset.tag), at.x + at.width / 2, at.y + at.height / 2, play, aiming);
  });
  box.addEventListener("click", (event) => {
    if (!event.target.closest("svg")) return;
    const { tags, play, aiming } = offered.get(box);
    const hit = document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-tag]")?.dataset.tag).filter((tag) => tags.has(tag));
    const tag = hit.find((name) => !name.startsWith("zone:")) ?? hit[0];
    if (tag) return offer(tags.get(tag), event.clientX, event.clientY, play, aiming);
    const title = event.target.closest("g[data-tag]")?.querySelector(":scope > title")?.textContent;
    if (title) openNote(event.clientX, event.clientY, title);
  });
}

/** The board as a list, for those who do not see it: what lies in which place. */
function inWords(picture) {
  const titles = [...picture.querySelectorAll("g[data-tag]")].filter((g) => TOLD.test(g.dataset.tag)).map((g) => g.querySelector("title")?.textContent ?? "");
  return make("ul", { class: "unseen", "aria-label": say("room.words") }, titles.filter((title) => title.includes(": ")).map((title) => make("li", {}, title)));
}

function overlay(group, actions) {
  const shade = document.createElementNS(NS, "g");
  const kind = actions.some((a) => HOSTILE.test(a.t)) ? "fight" : actions.some((a) => /^(move|use|target|order|path|remove|wish_go)/.test(a.t)) ? "go" : "here";
  shade.setAttribute("class", `shade ${kind}`);
  shade.dataset.for = group.dataset.tag;
  // ground cells only: a group's further rectangles are paving
  const cells = [...group.querySelectorAll("rect")].filter((r) => Number(r.getAttribute("width")) > 60);
  for (const cell of cells) {
    const copy = document.createElementNS(NS, "rect");
    for (const name of ["x", "y", "width", "height"]) copy.setAttribute(name, cell.getAttribute(name));
    shade.append(copy);
  }
  group.append(shade); // below what stands there
  return shade;
}

/** Let one of some actions be chosen at a place of the window; the only one is played at once if it is harmless, or its card has been pressed before. */
export function offer(actions, x, y, play, aiming = false) {
  const only = actions.length === 1 && (aiming || /^(move|activate|hit|wound|miss|order|path|remove|target|rescue|route|bid)/.test(actions[0].t));
  if (only) play(actions[0]);
  else openMenu(x, y, actions.map((a) => [actionWords(a.t), a.o ? odds(a) : a.t, () => play(a)]));
}

/** Mark the items that an action is about, while it is pointed at. */
export function mark(box, tags) {
  for (const item of box.querySelectorAll(".pointed")) item.classList.remove("pointed");
  for (const tag of tags ?? []) {
    for (const item of box.querySelectorAll(`[data-tag="${CSS.escape(tag)}"], [data-for="${CSS.escape(tag)}"]`)) item.classList.add("pointed");
  }
}

