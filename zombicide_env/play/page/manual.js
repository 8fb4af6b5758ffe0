// The manual of a table: goals, the briefing of the quest, signs, the rules in short, keys, and settings.

import { byId, fill, make, toast } from "./dom.js";
import { researcher } from "./face.js";
import { briefing, primer } from "./lexicon.js";
import { signOf } from "./picture.js";
import { notifying, useNotices } from "./sound.js";
import { onlyMine } from "./steps.js";
import { asksBeforeEnd } from "./turn.js";
import { say, tell } from "./words.js";

/** Returns a checkbox for a remembered setting; `act(checked, box)` is called when it changes. */
const tick = (id, words, checked, act) => make("label", { class: "tick asks" }, make("input", { type: "checkbox", id, checked, onchange: (event) => act(event.target.checked, event.target) }), make("span", {}, words));

/** Turns notifications of the viewer's turn on or off, if the browser allows them. */
async function notify(on, box) {
  box.checked = await useNotices(on);
  if (on && !box.checked) toast(say("manual.denied"), "bad");
}

/** Opens the manual. */
export function openManual(table) {
  const dialog = byId("manual");
  const { board } = table.view;
  const lines = briefing();
  const aims = make("ul", { class: "aims" }, board.goals.map((goal) => make("li", { class: goal.done ? "done" : "" }, tell(goal.text))));
  const signs = make("p", { class: "signs" }, board.legend.map((f) => make("span", { class: "fact", "data-x": `word:${f.text}` }, signOf(f), ` ${tell(f.text)}`)));
  const rules = primer();
  fill(dialog,
    make("header", {}, make("h2", {}, tell(board.title)), make("button", { type: "button", id: "close-manual", onclick: () => dialog.close() }, say("manual.close"))),
    make("h3", {}, say("manual.goals")), aims,
    lines.length > 0 && [make("h3", {}, say("manual.briefing")), make("ul", { class: "brief" }, lines.map((line) => make("li", {}, line)))],
    make("h3", {}, say("manual.signs")), signs,
    rules && [make("h3", {}, say("manual.rules")), rules.split("\n").map((part) => make("p", {}, part))],
    make("h3", {}, say("manual.keys")), make("p", {}, say(researcher() ? "room.keys" : "room.keys.plain")),
    tick("asks", say("manual.asks"), asksBeforeEnd(), (on) => asksBeforeEnd(on)), tick("concerns", say("manual.concerns"), onlyMine(), (on) => { onlyMine(on); table.steps.show(); }), "Notification" in globalThis && tick("notify", say("manual.notify"), notifying(), notify));
  dialog.showModal();
}
