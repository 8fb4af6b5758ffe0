// Positions that are fetched before somebody steps to them: a step back or on shows at once, and the server's answer changes nothing.

import { ask } from "./dom.js";

const AHEAD = 4; // positions that are known before one gets there
const AT_ONCE = 10; // positions of a request
const MOST = 150; // positions that are kept

export class Moments {
  /** Of the game `name`; `merge` makes a board of the one before and what differs. */
  constructor(name, merge) {
    this.name = name;
    this.merge = merge;
    this.known = new Map();
    this.asks = false;
  }

  get(at) {
    return this.known.get(at);
  }

  /** What has been fetched holds no more after a position: moves have been taken back, or more may be seen. */
  forget(at) {
    for (const n of [...this.known.keys()]) if (n > at) this.known.delete(n);
  }

  /** Fetch what is near a position, as far as it is not known. */
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
      // stepping waits for the server's answers then
    } finally {
      this.asks = false;
    }
  }
}
