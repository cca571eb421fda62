// Which puzzles were solved here, and how many days in a row. Kept in the browser alone.

import { keepWish, wish } from "./memory.js";

const DAY = 86_400_000; // milliseconds

/** The number of today, counted in whole days of UTC, so that it is the same for everyone. */
export const dayNumber = (now = Date.now()) => Math.floor(now / DAY);

/** A day in words that are the same everywhere: 2026-11-16. */
export const dayWords = (day) => new Date(day * DAY).toISOString().slice(0, 10);

export class PuzzleRecord {
  constructor() {
    this.known = { solved: {}, days: { last: null, row: 0 }, ...wish("puzzles", {}) };
  }

  isSolved(name) {
    return Boolean(this.known.solved[name]) && !this.known.solved[name].given;
  }

  note(name, what) {
    if (!this.isSolved(name)) this.known.solved[name] = what;
    keepWish("puzzles", this.known);
  }

  /** Note a puzzle that was won; `day`: the number of the day whose puzzle it was, or null. */
  solve(name, { day, hints, tries }) {
    const { days } = this.known;
    if (day !== null && days.last !== day) this.known.days = { last: day, row: days.last === day - 1 ? days.row + 1 : 1 };
    this.note(name, { hints, tries });
  }

  /** Days in a row whose puzzle was solved; today's may still be open. */
  streak(today) {
    const { last, row } = this.known.days;
    return last === today || last === today - 1 ? row : 0;
  }
}
