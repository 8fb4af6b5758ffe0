// The board: the server's picture, made clickable. Which items can be chosen follows from the tags of the legal actions.

import { actionWords, tell } from "./words.js";
import { openMenu } from "./dom.js";

const NS = "http://www.w3.org/2000/svg";
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

export function drawBoard(box, svg, legal, play) {
  box.innerHTML = svg; // made by the server's own painter, which escapes every text
  const picture = box.querySelector("svg");
  if (!picture) return;
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const title of picture.querySelectorAll("title")) title.textContent = tellZone(title.textContent);
  const tags = byTag(legal);
  for (const group of picture.querySelectorAll("g[data-tag]")) {
    const actions = tags.get(group.dataset.tag);
    if (!actions) continue;
    group.classList.add("can");
    const title = group.querySelector("title")?.textContent ?? "";
    const target = group.dataset.tag.startsWith("zone:") ? overlay(picture, group, actions) : group;
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "button");
    target.setAttribute("aria-label", `${title}: ${actions.map((a) => actionWords(a.t)).join("; ")}`);
    target.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      const at = target.getBoundingClientRect();
      offer(actions, at.x + at.width / 2, at.y + at.height / 2, play);
    });
  }
  picture.addEventListener("click", (event) => {
    const hit = document.elementsFromPoint(event.clientX, event.clientY).map((e) => e.closest("[data-tag]")?.dataset.tag).filter((tag) => tags.has(tag));
    const tag = hit.find((name) => !name.startsWith("zone:")) ?? hit[0];
    if (tag) offer(tags.get(tag), event.clientX, event.clientY, play);
  });
}

function overlay(picture, group, actions) {
  const shade = document.createElementNS(NS, "g");
  const kind = actions.some((a) => HOSTILE.test(a.t)) ? "fight" : actions.some((a) => /^(move|use|target|order|path|remove)/.test(a.t)) ? "go" : "here";
  shade.setAttribute("class", `shade ${kind}`);
  shade.dataset.for = group.dataset.tag;
  // ground cells only: a group's further rectangles are paving
  const cells = [...group.querySelectorAll("rect")].filter((r) => Number(r.getAttribute("width")) > 60);
  for (const cell of cells) {
    const copy = document.createElementNS(NS, "rect");
    for (const name of ["x", "y", "width", "height"]) copy.setAttribute(name, cell.getAttribute(name));
    shade.append(copy);
  }
  picture.append(shade);
  return shade;
}

function offer(actions, x, y, play) {
  const only = actions.length === 1 && /^(move|activate|hit|wound|miss|order|path|remove|target|rescue)/.test(actions[0].t);
  if (only) play(actions[0]);
  else openMenu(x, y, actions.map((a) => [actionWords(a.t), a.t, () => play(a)]));
}

/** Mark the items that an action is about, while it is pointed at. */
export function mark(box, tags) {
  for (const item of box.querySelectorAll(".pointed")) item.classList.remove("pointed");
  for (const tag of tags ?? []) {
    for (const item of box.querySelectorAll(`[data-tag="${CSS.escape(tag)}"], [data-for="${CSS.escape(tag)}"]`)) item.classList.add("pointed");
  }
}

function tellZone(title) {
  const [head, ...rest] = title.split(": ");
  return [head.replace(/\((\w+)\)/, (_, kind) => `(${tell(kind)})`), ...rest.map(tell)].join(": ");
}
