// Entry point of the page: shows the home view or a table, depending on the address, in the chosen language.

import { ask, byId, closeMenu, fill, icon, make } from "./dom.js";
import { choose, complaint, current, languages, loadWords, say } from "./words.js";
import { researcher, wear } from "./face.js";
import { home } from "./home.js";
import { claim } from "./people.js";
import { room } from "./room.js";
import { helping, listen } from "./tips.js";

let leave = null;
let asked = 0; // number of views requested so far: an answer for an earlier one is dropped

async function show() {
  const mine = ++asked;
  if (leave) leave();
  leave = null;
  const other = languages().find((name) => name !== current());
  const button = byId("language");
  const title = other === "ru" ? "Русский" : "English";
  fill(button, make("span", { class: "long" }, title), make("span", { class: "short" }, other.toUpperCase()));
  button.setAttribute("aria-label", title);
  button.lang = other;
  button.onclick = async () => {
    await choose(other);
    await show();
  };
  byId("title").textContent = "";
  name(byId("help"), say("help.on"), () => helping(!document.body.classList.contains("helping")));
  name(byId("book"), say("manual.open"), () => {});
  byId("book").hidden = true; // shown at a table only
  name(byId("face"), say("face"), () => { wear(!researcher()); show(); });
  byId("face").setAttribute("aria-pressed", String(researcher()));
  name(byId("theme"), say("theme"), () => dress(theme() === "light" ? "dark" : "light"));
  helping(false);
  closeMenu(); // and the manual: they belong to the previous view
  byId("manual").close();
  const [, table, seat, move] = location.hash.match(/^#\/room\/([a-z0-9]+)(?:\/seat\/([\w-]+)|\/move\/(\d+))?$/) ?? [];
  try {
    const data = await ask("/api/hello"); // also sets the browser's key
    if (mine !== asked) return;
    if (seat) {
      history.replaceState(null, "", `#/room/${table}`); // removes the secret from the address bar
      await claim(table, seat);
    }
    if (mine !== asked) return;
    leave = table ? room(byId("main"), table, data.invite, move === undefined ? null : Number(move)) : home(byId("main"), data);
  } catch (error) {
    if (mine !== asked) return;
    byId("main").replaceChildren(Object.assign(document.createElement("p"), { className: "problem", textContent: complaint(error.message) }));
  }
  document.title = [byId("title").textContent, "zombicide"].filter(Boolean).join(" – ");
}

const theme = () => localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

/** Applies the theme: `wanted`, which is remembered, or else the remembered one, or else the system's. */
function dress(wanted) {
  if (wanted) localStorage.setItem("theme", wanted);
  document.documentElement.dataset.theme = theme();
}

byId("face").append(icon("flask"));

function name(button, text, act) {
  button.dataset.note = text;
  button.setAttribute("aria-label", text);
  button.onclick = act;
}

dress();
wear();
await loadWords();
listen();
addEventListener("hashchange", show);
await show();
