// The board: the server's picture, made clickable. Which items can be chosen follows from the tags of the legal actions.

import { actionWords, current, say, tell, tellTitle } from "./words.js";
import { make, openMenu, openNote } from "./dom.js";
import { badge } from "./pieces.js";

const NS = "http://www.w3.org/2000/svg";
/** Parts of a board whose titles tell all that can be seen on it. */
const TOLD = /^(zone|route|place|score):/;
const NARROW = 700;
const LARGER = [1.5, 1.3, 1.2, 1.2, 1.25]; // how much larger tokens are drawn there, by how many stand in a zone
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

/** Show a picture of the server in the language of the page; the <svg>, or null if there is none. */
export function drawPicture(box, svg) {
  const { scrollLeft, scrollTop } = box;
  box.innerHTML = svg; // made by the server's own painter, which escapes every text
  const picture = box.querySelector("svg");
  if (!picture) return null;
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const group of picture.querySelectorAll("g.para")) breakLines(group, tell(group.querySelector("title").textContent)); // fonts differ
  if (current() !== "en") translate(picture);
  stack(picture);
  lower(picture);
  enlarge(picture);
  box.scrollTo(scrollLeft, scrollTop);
  return picture;
}

/** A sign of the legend: drawn as on the board, or a swatch with its letters. */
export function signOf({ svg, label, colour }) {
  if (!svg) return badge(label === "dark" ? " " : label, colour);
  const box = make("span", { class: "sign" });
  box.innerHTML = svg; // made by the server's own painter
  return box;
}

/** On a narrow screen the vaults, which stand beside a tall board and are drawn last, go below it. */
function stack(picture) {
  const vaults = [...picture.querySelectorAll(":scope > g.vault")];
  const frames = vaults.map((vault) => vault.querySelector("rect").getBBox());
  const { width, height } = picture.viewBox.baseVal;
  if (innerWidth > NARROW || !vaults.length || frames[0].x < width / 2) return;
  const children = [...picture.children];
  vaults.forEach((vault, n) => {
    const own = document.createElementNS(NS, "g");
    own.setAttribute("transform", `translate(${8 + n * (frames[0].width + 12) - frames[0].x} ${height + 8 - frames[n].y})`);
    own.append(...children.slice(children.indexOf(vault), n + 1 < vaults.length ? children.indexOf(vaults[n + 1]) : undefined));
    picture.append(own);
  });
  picture.setAttribute("viewBox", `0 0 ${frames[0].x - 8} ${height + frames[0].height + 16}`);
}

const BESIDE = [240, 210]; // width and height that a part of the column beside a board may take

/** On a narrow screen the parts of the column beside a board go below it, next to each other; the place is kept for all of them. */
function lower(picture) {
  const parts = [...picture.querySelectorAll(":scope > g.beside")];
  if (innerWidth > NARROW || !parts.length) return;
  const frames = parts.map((part) => part.getBBox());
  const { height } = picture.viewBox.baseVal;
  const width = frames[0].x - 8;
  const scale = width / 3 / BESIDE[0];
  parts.forEach((part, n) => part.setAttribute("transform", `translate(${10 + (n * width) / 3} ${height}) scale(${scale}) translate(${-frames[0].x} ${-frames[n].y})`));
  picture.setAttribute("viewBox", `0 0 ${width} ${height + BESIDE[1] * scale}`);
}

/** On a narrow screen what stands in a zone is drawn larger: the fewer they are, the more room each of them has. */
function enlarge(picture) {
  if (innerWidth > NARROW) return;
  const cells = [...picture.querySelectorAll("g[data-tag^='zone:'] > rect:first-of-type")].map((cell) => cell.getBBox());
  const crowds = new Map();
  for (const token of picture.querySelectorAll("g.survivor, g.zombie, g.objective, g.spawn, g.exit, g.bile, g.piece")) {
    const box = token.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const cell = cells.findLastIndex((c) => x >= c.x && x <= c.x + c.width && y >= c.y && y <= c.y + c.height);
    crowds.set(cell, [...(crowds.get(cell) ?? []), { token, x, y }]);
  }
  for (const crowd of crowds.values()) {
    const scale = LARGER[Math.min(crowd.length, LARGER.length) - 1];
    for (const { token, x, y } of crowd) token.setAttribute("transform", `translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})`);
  }
}

function translate(picture) {
  const heads = [...picture.querySelectorAll(":scope > text[text-anchor=middle]")];
  for (const text of picture.querySelectorAll("text")) {
    const told = text.closest("g.para") ? text.textContent : tell(text.textContent);
    if (told === text.textContent) continue;
    text.textContent = told;
    const [x, y] = [number(text, "x"), number(text, "y")];
    const frame = [...(text.closest("g")?.querySelectorAll("rect") ?? [])].find((rect) => holds(rect, x, y));
    if (frame) shrink(text, text.hasAttribute("text-anchor") ? number(frame, "width") - 8 : number(frame, "x") + number(frame, "width") - x - 6);
    else if (!text.hasAttribute("text-anchor")) shrink(text, picture.viewBox.baseVal.width - x - 6);
    else {
      const beside = heads.filter((other) => other !== text && number(other, "y") === y).map((other) => Math.abs(number(other, "x") - x));
      if (beside.length) shrink(text, Math.min(...beside) - 10); // the head of a column
    }
  }
  for (const title of picture.querySelectorAll("title")) title.textContent = tellTitle(title.textContent);
}

const number = (element, name) => Number(element.getAttribute(name));

/** Whether a text at that place stands in the rectangle, and not beside it. */
function holds(rect, x, y) {
  const [left, top] = [number(rect, "x"), number(rect, "y")];
  return x >= left && x <= left + number(rect, "width") && y >= top && y <= top + number(rect, "height");
}

function shrink(text, room) {
  const long = text.getComputedTextLength();
  if (long > room) text.setAttribute("font-size", String((Number(text.getAttribute("font-size")) * room) / long));
}

/** A paragraph of a card, broken anew: the text in another language has other lines. */
function breakLines(group, text) {
  const [first, ...others] = group.querySelectorAll("text");
  const frame = group.parentElement.querySelector("rect");
  const room = Number(frame.getAttribute("width")) - 24;
  others.forEach((line) => line.remove());
  let line = first;
  let words = [];
  for (const word of text.split(" ")) {
    line.textContent = [...words, word].join(" ");
    if (words.length && line.getComputedTextLength() > room) {
      line.textContent = words.join(" ");
      const next = line.cloneNode();
      next.setAttribute("y", String(Number(line.getAttribute("y")) + 17));
      next.textContent = word;
      line.after(next);
      [line, words] = [next, [word]];
    } else words.push(word);
  }
}

export function drawBoard(box, svg, legal, play) {
  const picture = drawPicture(box, svg);
  if (!picture) return;
  picture.setAttribute("role", "group"); // a picture would hide the buttons in it
  box.append(inWords(picture));
  const tags = byTag(legal);
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
    if (tag) return offer(tags.get(tag), event.clientX, event.clientY, play);
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
  group.append(shade); // below what stands there
  return shade;
}

export function offer(actions, x, y, play) {
  const only = actions.length === 1 && /^(move|activate|hit|wound|miss|order|path|remove|target|rescue|route|bid)/.test(actions[0].t);
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

