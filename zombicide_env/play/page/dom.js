// Small helpers: elements, requests, toasts, menus. Texts always become text nodes, never HTML.

import { complaint } from "./words.js";

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const NS = "http://www.w3.org/2000/svg";

/** Returns a new SVG element. */
export function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Replaces the children of an element; false, null and undefined are left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

/** Makes `children` the only children of an element, without touching those that are there already. */
export function settle(element, children) {
  const stay = new Set(children);
  for (const child of [...element.children]) if (!stay.has(child)) child.remove();
  let at = element.firstElementChild;
  for (const child of children) {
    if (child === at) at = at.nextElementSibling;
    else element.insertBefore(child, at);
  }
}

const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z", back: "M14 4l-8 6 8 6z", play: "M6 4l9 6-9 6z", pause: "M6 4v12M13 4v12", forth: "M6 4l8 6-8 6z", last: "M4 4l8 6-8 6zM15 4v12",
  again: "M15 6a6 6 0 1 0 1.5 5M16.5 3v4h-4", help: "M7 7a3 3 0 1 1 4 3c-1 .5-1 1-1 2.5M10 16v.5",
  sound: "M3 8h3l5-4v12l-5-4H3zM14 7a4 4 0 0 1 0 6M16 4.5a8 8 0 0 1 0 11", mute: "M3 8h3l5-4v12l-5-4H3zM14 8l4 4M18 8l-4 4",
  zoom: "M8.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M12.5 12.5L17 17M8.5 6v5M6 8.5h5",
  flask: "M8 3h4M9 3v5l-4.5 7a1.4 1.4 0 0 0 1.2 2h8.6a1.4 1.4 0 0 0 1.2-2L11 8V3M7 12h6",
  person: "M10 3.500a3 3 0 1 0 .1 0zM4 17c0-4 2.500-6 6-6s6 2 6 6",
  undo: "M8 4L4 8l4 4M4 8h8a4 4 0 0 1 0 8H8", download: "M10 3v9M6 9l4 4 4-4M4 16h12", share: "M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2",
};

/** Returns an icon for a button. */
export const icon = (name) => shape("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, shape("path", { d: ICONS[name] }));

let reasons = 0;

/**
 * Enables a button, or disables it for the reason `why` ("" enables it). A disabled button can still be focused, and shows its
 * reason on hover, focus and tap (see tips.js).
 */
export function allow(button, why) {
  if ((button.dataset.why ?? "") === why) return;
  button.reason ??= make("span", { hidden: true, id: `reason-${++reasons}` });
  button.reason.textContent = why;
  if (why) {
    button.after(button.reason);
    button.dataset.why = why;
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-describedby", button.reason.id);
  } else {
    button.reason.remove();
    for (const name of ["data-why", "aria-disabled", "aria-describedby"]) button.removeAttribute(name);
  }
}

export const byId = (id) => document.getElementById(id);

export function toast(text, kind = "") {
  const box = byId("toasts");
  const note = make("div", { class: `toast ${kind}` }, text);
  box.append(note);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => note.remove(), 6000);
}

async function answer(path, request) {
  const given = await fetch(path, request).catch(() => { throw new Error("the server does not answer"); });
  if (given.ok) return given;
  const { error } = await given.json().catch(() => ({}));
  throw new Error(error || given.statusText);
}

export async function ask(path, body) {
  const request = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await answer(path, request)).json();
}

/** Downloads a file of the server under the name `name`. */
export async function take(path, name) {
  const link = make("a", { href: URL.createObjectURL(await (await answer(path)).blob()), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000); // some browsers read it later
}

/** Returns a click handler that runs the asynchronous `act` and shows its error, if any, as a toast. */
export const heeded = (act) => () => act().catch((error) => toast(complaint(error.message), "bad"));

/** Returns a click handler like that of `heeded`, which ignores clicks while `act` is still running. */
export function slow(act) {
  let busy = false;
  const once = heeded(act);
  return async () => {
    if (busy) return;
    busy = true;
    await once();
    busy = false;
  };
}

/** Opens a menu at (x, y) of the window; each choice is [text, note, function]. */
export function openMenu(x, y, choices) {
  place("menu", x, y, choices.map(([text, note, act]) => make("button", { type: "button", role: "menuitem", onclick: () => { closeMenu(); act(); } }, make("span", {}, text), note && make("small", { "aria-hidden": "true" }, note))));
}

/** Shows one or more texts at (x, y) of the window, in place of a menu. */
export const openNote = (x, y, ...texts) => place("note", x, y, texts.map((text) => make("p", { tabindex: "-1" }, text)));

function place(role, x, y, children) {
  const menu = byId("menu");
  menu.setAttribute("role", role);
  const back = document.activeElement;
  menu.replaceChildren(...children);
  menu.hidden = false;
  const box = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(6, Math.min(x, innerWidth - box.width - 6))}px`;
  menu.style.top = `${Math.max(6, Math.min(y, innerHeight - box.height - 6))}px`;
  menu.firstChild.focus();
  menu.back = back;
}

export function closeMenu() {
  const menu = byId("menu");
  if (menu.hidden) return;
  menu.hidden = true;
  if (menu.back?.isConnected) menu.back.focus({ preventScroll: true });
}

addEventListener("pointerdown", (event) => { if (!byId("menu").contains(event.target)) closeMenu(); });
addEventListener("keydown", (event) => {
  const menu = byId("menu");
  if (menu.hidden) return;
  const items = [...menu.children];
  const at = items.indexOf(document.activeElement);
  if (event.key === "Tab") return closeMenu(); // the focus continues from the element that opened the menu
  if (event.key === "Escape") closeMenu();
  else if (event.key === "ArrowDown") items[(at + 1) % items.length].focus();
  else if (event.key === "ArrowUp") items[(at + items.length - 1) % items.length].focus();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
});
