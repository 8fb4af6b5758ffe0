// On a phone the story of the last move and the question are in a sheet at the bottom, so that the board above does not move.

import { icon, make } from "./dom.js";
import { fitBoard, narrow } from "./fit.js";
import { say } from "./words.js";

const CLOSED = "sheet"; // storage key: "folded" if the sheet is folded

/**
 * Makes the sheet of a table, which contains the story and the question while the window is narrow. Returns the function that
 * removes its listeners.
 */
export function makeSheet(table) {
  const p = table.parts;
  const handle = make("button", { type: "button", id: "handle", class: "quiet", onclick: () => fold(!box.classList.contains("folded")) }, icon("forth"));
  const box = make("section", { id: "sheet", "aria-label": say("sheet.title") }, handle);
  const main = p.board.closest("main");
  const story = table.steps.box;
  const hint = () => box.classList.toggle("more", box.scrollTop + box.clientHeight < box.scrollHeight - 8); // there is more to scroll to
  const size = new ResizeObserver(() => {
    main.style.setProperty("--sheet", `${box.offsetHeight}px`);
    hint();
  });

  function fold(on) {
    localStorage.setItem(CLOSED, on ? "folded" : "");
    box.classList.toggle("folded", on);
    handle.setAttribute("aria-expanded", String(!on));
    handle.setAttribute("aria-label", say(on ? "sheet.unfold" : "sheet.fold"));
    fitBoard(table);
  }

  function settle() {
    if (narrow.matches) {
      box.append(story, p.turn);
      main.append(box);
    } else if (box.isConnected) {
      p.end.after(story);
      main.querySelector(".side").prepend(p.turn);
      box.remove();
    }
  }

  fold(localStorage.getItem(CLOSED) === "folded");
  settle();
  for (const part of [box, story, p.turn]) size.observe(part);
  box.onscroll = hint;
  narrow.addEventListener("change", settle);
  return () => {
    narrow.removeEventListener("change", settle);
    size.disconnect();
    main.style.removeProperty("--sheet");
  };
}
