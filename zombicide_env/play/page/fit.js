// The size of the board: it can be pinched, moved and enlarged. On a phone it is as large as fits above the sheet, but never too small to be read.

import { byId } from "./dom.js";
import { fade } from "./owned.js";

/** Whether the screen is that of a phone. */
export const narrow = matchMedia("(max-width: 600px)");
const READ = 10; // minimum size of letters in CSS pixels
const LEAST = 150; // minimum height of a board in CSS pixels
const TWICE = 2; // enlargement by the button
const MOST = 5; // maximum enlargement by two fingers
const [MIDDLE, TOP] = [0.35, 0.75]; // share of their growth by which letters move down, so that their middle or their top stays in place
const HIGH = 0.76; // height of letters above their baseline, as a share of their size
const LINES = 3; // maximum number of lines by which a text moves out of the way
const EDGE = 24; // CSS pixels around the active token that have to be visible too

/** Texts with a fixed place on the board, without room for larger letters: their size decides how small the board may be. */
const FIXED = "g.para text, g[data-tag^='location:'] > text";

/** Keeps the board of a table at the right size. Returns the function that stops this. */
export function watchBoard(table) {
  const box = table.parts.board;
  const pinch = pinching(table);
  const again = () => { fitBoard(table); fade(table.parts.others); };
  const main = box.closest("main");
  const notes = main.querySelector(".notes");
  const size = new ResizeObserver(() => {
    main.style.setProperty("--notes", `${notes.offsetHeight}px`); // room that a tall board leaves to the notes
    again();
  });
  for (const above of [notes, table.parts.facts.parentElement]) size.observe(above);
  addEventListener("resize", again);
  for (const [kind, act] of Object.entries(pinch)) box.addEventListener(kind, act, { passive: false });
  return () => {
    size.disconnect();
    main.style.removeProperty("--notes");
    removeEventListener("resize", again);
  };
}

/** Fits the picture into its box. On a phone also enlarges letters that would be too small to read. */
export function fitBoard(table) {
  const box = table.parts.board;
  const picture = box.querySelector("svg");
  if (!picture) return;
  relax(box);
  box.classList.toggle("big", table.zoomed > 1);
  if (!narrow.matches) {
    [box.style.height, picture.style.height] = ["", ""];
    picture.style.width = table.zoomed > 1 ? `${100 * table.zoomed}%` : "";
    return;
  }
  const { width, height } = picture.viewBox.baseVal;
  const room = Math.max(LEAST, innerHeight - box.getBoundingClientRect().top - scrollY - sheetHeight());
  const fits = Math.min(box.clientWidth / width, room / height);
  const fixed = Math.min(...[...picture.querySelectorAll(FIXED)].map(fontSize));
  const scale = Math.max(fits, Number.isFinite(fixed) ? Math.min(READ / fixed, box.clientWidth / width) : 0) * table.zoomed;
  box.style.height = `${Math.min(room, Math.ceil(height * scale))}px`;
  [picture.style.width, picture.style.height] = [`${width * scale}px`, `${height * scale}px`];
  for (const text of picture.querySelectorAll("text")) raise(text);
  for (const place of picture.querySelectorAll("g[data-tag^='location:']")) keepClear(...place.querySelectorAll(":scope > text"));
  const written = [...picture.querySelectorAll(":scope > text, g.vault > text")];
  written.forEach((text, n) => { if (text.dataset.drawn) part(text, written.slice(0, n).filter((other) => other.parentElement === text.parentElement)); });
}

/** Returns the height that is reserved for the sheet: its maximum, so that it does not depend on the contents; its real height if it is folded or hidden. */
function sheetHeight() {
  const sheet = byId("sheet");
  if (!sheet) return 0;
  return sheet.matches(".folded, .gathering *") ? sheet.offsetHeight : parseFloat(getComputedStyle(sheet).maxHeight);
}

/** Returns the size of a text in units of the picture. */
const fontSize = (text) => Number(text.getAttribute("font-size")) * text.getCTM().a / text.ownerSVGElement.getCTM().a || Infinity;

/** Enlarges the letters of a text that are too small to read. */
function raise(text) {
  const size = Number(text.getAttribute("font-size"));
  const shown = size * (text.getScreenCTM()?.a ?? 0);
  if (!shown || shown >= READ) return;
  const larger = (size * READ) / shown;
  const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
  const frame = text.parentElement.matches(".survivor") && text.parentElement.getBBox();
  text.dataset.drawn = [size, x, y].join(" ");
  text.setAttribute("font-size", String(larger));
  text.setAttribute("y", String(y + (larger - size) * (text.getAttribute("text-anchor") === "middle" ? MIDDLE : TOP)));
  if (frame) hold(text, frame);
}

/** Moves the texts above the name of a place (the letters of its owner) up, out of the way of the enlarged name. */
function keepClear(name, ...others) {
  for (const text of others) {
    const [size, x, y, below] = [text.getAttribute("font-size"), text.getAttribute("x"), Number(text.getAttribute("y")), Number(name.getAttribute("y"))];
    if (y >= below) continue;
    text.dataset.drawn ??= [size, x, y].join(" ");
    text.setAttribute("y", String(Math.min(y, below - HIGH * Number(name.getAttribute("font-size")) - 2)));
  }
}

/** Keeps enlarged letters inside their token, because other tokens may be next to it. */
function hold(text, frame) {
  const own = text.getBBox();
  const off = (start, size, from, room) => (size >= room ? from + room / 2 - start - size / 2 : Math.max(from - start, Math.min(0, from + room - start - size)));
  text.setAttribute("x", String(Number(text.getAttribute("x")) + off(own.x, own.width, frame.x, frame.width)));
  text.setAttribute("y", String(Number(text.getAttribute("y")) + off(own.y, own.height, frame.y, frame.height)));
}

/** Moves a text that has grown into a neighbor to another line: centered texts (the heads of columns) up, others down. */
function part(text, beside) {
  const meets = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const way = text.getAttribute("text-anchor") === "middle" ? -1 : 1;
  for (let line = 0; line < LINES; line += 1) {
    const own = text.getBBox();
    if (!beside.some((other) => meets(own, other.getBBox()))) return;
    text.setAttribute("y", String(Number(text.getAttribute("y")) + way * own.height));
  }
}

/** Resets picture and letters to their original size. Needed before they are measured: the width of letters is not proportional to their size. */
export function relax(box) {
  const picture = box.querySelector("svg");
  if (picture) [picture.style.width, picture.style.height] = ["", ""];
  for (const text of box.querySelectorAll("text[data-drawn]")) {
    const drawn = text.dataset.drawn.split(" ");
    ["font-size", "x", "y"].forEach((name, n) => text.setAttribute(name, drawn[n]));
    delete text.dataset.drawn;
  }
}

/** Enlarges the board to `times` the size that fits; the point at (x, y) of the window stays in place. */
function zoomTo(table, times, x, y) {
  const box = table.parts.board;
  const before = box.querySelector("svg")?.getBoundingClientRect();
  if (!before) return;
  table.zoomed = Math.max(1, Math.min(MOST, times));
  fitBoard(table);
  const after = box.querySelector("svg").getBoundingClientRect();
  box.scrollLeft += ((x - before.left) / before.width) * after.width - (x - after.left);
  box.scrollTop += ((y - before.top) / before.height) * after.height - (y - after.top);
}

/** Switches between the size that fits and twice that size. */
export function toggleZoom(table) {
  const on = table.zoomed === 1;
  table.zoomed = on ? TWICE : 1;
  fitBoard(table);
  byId("zoom").setAttribute("aria-pressed", String(on));
  if (on) showTurnOf(table);
}

/** Scrolls to the token whose turn it is, unless it is visible. */
export function showTurnOf(table) {
  const box = table.parts.board;
  const token = box.querySelector(".in_turn");
  if (!token || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
  const [frame, at] = [box.getBoundingClientRect(), token.getBoundingClientRect()];
  const seen = at.left >= frame.left + EDGE && at.right <= frame.right - EDGE && at.top >= frame.top + EDGE && at.bottom <= frame.bottom - EDGE;
  if (seen) return;
  box.scrollLeft += at.left + at.width / 2 - frame.left - frame.width / 2;
  box.scrollTop += at.top + at.height / 2 - frame.top - frame.height / 2;
}

/** Returns the touch handlers of a board: two fingers enlarge it. One finger scrolls it, which the browser does. */
function pinching(table) {
  let start = null;
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  return {
    touchstart(event) {
      start = event.touches.length === 2 ? { spread: spread(event.touches), times: table.zoomed } : null;
    },
    touchmove(event) {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const [a, b] = event.touches;
      zoomTo(table, (start.times * spread(event.touches)) / start.spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
      byId("zoom").setAttribute("aria-pressed", String(table.zoomed > 1));
    },
    touchend() {
      start = null;
    },
  };
}
