// The page: which of its two views is shown, and in which language.

import { ask, byId } from "./dom.js";
import { choose, complaint, current, languages, loadWords } from "./words.js";
import { home } from "./home.js";
import { room } from "./room.js";

let leave = null;

async function show() {
  if (leave) leave();
  leave = null;
  const other = languages().find((name) => name !== current());
  const button = byId("language");
  button.textContent = other === "ru" ? "Русский" : "English";
  button.lang = other;
  button.onclick = () => { choose(other); show(); };
  byId("title").textContent = "";
  const name = location.hash.match(/^#\/room\/([a-z0-9]+)$/)?.[1];
  try {
    const data = await ask("/api/hello"); // gives the browser its key as well
    leave = name ? room(byId("main"), name, data.invite) : home(byId("main"), data);
  } catch (error) {
    byId("main").replaceChildren(Object.assign(document.createElement("p"), { className: "problem", textContent: complaint(error.message) }));
  }
  document.title = [byId("title").textContent, "zombicide"].filter(Boolean).join(" – ");
}

await loadWords();
addEventListener("hashchange", show);
await show();
