// Positions requested in advance: a step back or forth is shown at once, without waiting for the server.

import { ask } from "./dom.js";

const AHEAD = 4; // number of positions in each direction that are requested in advance
const AT_ONCE = 10; // number of positions per request
const MOST = 150; // maximum number of positions that are kept

export class Moments {
  /** Makes the store for the room `name`; `merge(before, changes)` returns a board from the previous one and what has changed. */
  constructor(name, merge) {
    this.name = name;
    this.merge = merge;
    this.known = new Map();
    this.asks = false;
  }

  get(at) {
    return this.known.get(at);
  }

  /** Drops the positions after `at`: moves were taken back, or the viewer may see more than before. */
  forget(at) {
    for (const n of [...this.known.keys()]) if (n > at) this.known.delete(n);
  }

  /** Requests the positions near `at` that are missing, up to `last`. */
  async near(at, last) {
    const missing = Array.from({ length: AHEAD }, (_, n) => [at + n + 1, at - n - 1]).flat().filter((n) => n >= 0 && n <= last && !this.known.has(n));
    if (this.asks || !missing.length) return;
    this.asks = true;
    const on = missing.some((n) => n > at);
    const first = on ? Math.min(...missing.filter((n) => n > at)) : Math.max(0, at - AT_ONCE);
    try {
      const found = await ask(`/api/rooms/${this.name}/moments?first=${first}&last=${Math.min(last, on ? first + AT_ONCE - 1 : at - 1)}`);
      let board = null;
      for (const moment of found) {
        board = this.merge(board, moment.board);
        this.known.set(moment.at, { ...moment, board });
      }
      for (const n of this.known.keys()) if (this.known.size > MOST && Math.abs(n - at) > AT_ONCE) this.known.delete(n);
    } catch {
      // without these positions, a step waits for the server
    } finally {
      this.asks = false;
    }
  }
}
