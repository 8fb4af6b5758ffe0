// Dragging with a mouse, a pen or a finger. A finger has to hold still for a moment first; otherwise it scrolls.

const FAR = 7; // pixels after which a press becomes a drag
const HOLD = 260; // milliseconds that a finger has to hold still

/**
 * Makes an element draggable. Calls `begin()` when a drag starts, `over(x, y)` while it lasts, and `end(x, y)` when the element is
 * dropped; `end()` without a place means that the drag was canceled.
 */
export function draggable(element, { begin, over, end }) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0) return;
    const finger = down.pointerType === "touch";
    let [ready, shown] = [!finger, null];
    const wait = finger && setTimeout(() => { ready = true; navigator.vibrate?.(12); }, HOLD);
    const listeners = new AbortController();
    const on = (name, act, more = {}) => document.addEventListener(name, act, { signal: listeners.signal, ...more });

    function start(event) {
      shown = copyOf(element);
      begin();
      move(event);
    }

    function move({ clientX, clientY }) {
      shown.style.translate = `${clientX - down.clientX}px ${clientY - down.clientY}px`;
      over(clientX, clientY);
    }

    function stop() {
      clearTimeout(wait);
      listeners.abort();
      shown?.remove();
    }

    on("pointermove", (event) => {
      if (event.pointerId !== down.pointerId) return;
      if (shown) return move(event);
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
      if (ready) start(event);
      else stop(); // the finger scrolls
    });
    on("pointerup", (event) => {
      const dragged = shown !== null;
      stop();
      if (!dragged) return;
      addEventListener("click", (click) => { click.preventDefault(); click.stopImmediatePropagation(); }, { capture: true, once: true, signal: AbortSignal.timeout(80) });
      end(event.clientX, event.clientY);
    });
    const giveUp = () => {
      const dragged = shown !== null;
      stop();
      if (dragged) end();
    };
    on("pointercancel", giveUp);
    on("keydown", (event) => { if (event.key === "Escape" && shown) { event.stopImmediatePropagation(); giveUp(); } }, { capture: true });
    on("touchmove", (event) => { if (ready) event.preventDefault(); }, { passive: false });
    on("contextmenu", (event) => { if (shown) event.preventDefault(); }, { capture: true });
  });
}

/** Adds a copy of the element, which is moved with the pointer, and returns it. */
function copyOf(element) {
  const copy = element.cloneNode(true);
  const box = element.getBoundingClientRect();
  copy.className += " carried";
  copy.style.cssText = `left: ${box.left}px; top: ${box.top}px; width: ${box.width}px; height: ${box.height}px;`;
  copy.removeAttribute("data-tag");
  copy.setAttribute("aria-hidden", "true");
  document.body.querySelector("aside").append(copy);
  return copy;
}
