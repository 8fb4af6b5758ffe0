// The board: the server's picture, made clickable. The tags of the legal actions decide what can be chosen on it.

import { actionWords, say } from "./words.js";
import { make, openMenu, openNote, shape } from "./dom.js";
import { odds } from "./odds.js";
import { drawPicture } from "./picture.js";

/** Tags of the parts of a board whose titles together describe everything on it. */
const TOLD = /^(zone|route|place|score):/;
const HOSTILE = /^(shoot|cast|melee|trick|torch|target|hit|reap)/;

/** Returns tag -> the actions that name it. An action that moves a card is found by both of its slots. */
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

const offered = new WeakMap(); // box -> what can be chosen on the board in it: { tags: tag -> actions, play, aiming }

/**
 * Draws the board `svg` in `box`, with the `legal` actions to choose from: `play(action)` plays one. `letters`: tag -> letters on a
 * token. `aiming`: a card was pressed, and this is the choice of its target.
 */
export function drawBoard(box, svg, letters, legal, play, aiming = false) {
  undress(box);
  const picture = drawPicture(box, svg, letters);
  if (!picture) return;
  picture.setAttribute("role", "group"); // the role "img" would hide the buttons inside
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
    for (const sign of target.querySelectorAll("text, title")) sign.setAttribute("aria-hidden", "true"); // the aria-label says more
  }
}

/** Returns the tokens in zones where a token can be taken. A click on one counts for its zone. */
function taken(picture, legal) {
  const zones = legal.filter((action) => action.b === "take").map((action) => picture.querySelector(`g[data-tag="${CSS.escape(action.k[0] ?? "")}"]`)).filter(Boolean);
  const frames = zones.flatMap((zone) => [...zone.querySelectorAll(":scope > rect")].map((cell) => cell.getBoundingClientRect()));
  const inside = ({ x, y, width, height }) => frames.some((f) => x + width / 2 > f.left && x + width / 2 < f.right && y + height / 2 > f.top && y + height / 2 < f.bottom);
  return frames.length ? [...picture.querySelectorAll("g.objective")].filter((token) => inside(token.getBoundingClientRect())) : [];
}

/** Removes everything that can be chosen, and all highlights, from the board. */
function undress(box) {
  for (const shade of box.querySelectorAll("svg .shade")) shade.remove();
  for (const item of box.querySelectorAll("svg .can, svg .pointed")) {
    item.classList.remove("can", "pointed");
    for (const name of ["tabindex", "role", "aria-label"]) item.removeAttribute(name);
  }
  for (const sign of box.querySelectorAll("svg [aria-hidden]")) sign.removeAttribute("aria-hidden");
}

/** Handles clicks and keys on a board: they offer the actions of an item, or else show its title. */
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

/** Returns the board as a list for screen readers: the contents of each place. */
function inWords(picture) {
  const titles = [...picture.querySelectorAll("g[data-tag]")].filter((g) => TOLD.test(g.dataset.tag)).map((g) => g.querySelector("title")?.textContent ?? "");
  return make("ul", { class: "unseen", "aria-label": say("room.words") }, titles.filter((title) => title.includes(": ")).map((title) => make("li", {}, title)));
}

function overlay(group, actions) {
  const kind = actions.some((a) => HOSTILE.test(a.t)) ? "fight" : actions.some((a) => /^(move|use|target|order|path|remove|wish_go)/.test(a.t)) ? "go" : "here";
  const shade = shape("g", { class: `shade ${kind}`, "data-for": group.dataset.tag });
  // only the cells of the ground: smaller rectangles are paving
  const cells = [...group.querySelectorAll("rect")].filter((r) => Number(r.getAttribute("width")) > 60);
  for (const cell of cells) shade.append(shape("rect", Object.fromEntries(["x", "y", "width", "height"].map((name) => [name, cell.getAttribute(name)]))));
  group.append(shade); // below the tokens, which are drawn later
  return shade;
}

/**
 * Offers `actions` in a menu at (x, y) of the window. A single one is played at once if it is harmless, or if its card was pressed
 * before (`aiming`).
 */
export function offer(actions, x, y, play, aiming = false) {
  const only = actions.length === 1 && (aiming || /^(move|activate|hit|wound|miss|order|path|remove|target|rescue|route|bid)/.test(actions[0].t));
  if (only) play(actions[0]);
  else openMenu(x, y, actions.map((a) => [actionWords(a.t), a.o ? odds(a) : a.t, () => play(a)]));
}

/** Highlights the items with these tags, and no others: those of the action that is pointed at. */
export function mark(box, tags) {
  for (const item of box.querySelectorAll(".pointed")) item.classList.remove("pointed");
  for (const tag of tags ?? []) {
    for (const item of box.querySelectorAll(`[data-tag="${CSS.escape(tag)}"], [data-for="${CSS.escape(tag)}"]`)) item.classList.add("pointed");
  }
}

