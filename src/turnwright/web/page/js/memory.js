// What this browser remembers: wishes, and the games that were played here. Nothing of it leaves the browser.

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`turnwright-${key}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(`turnwright-${key}`, JSON.stringify(value));
  } catch { /* a private window may refuse */ }
}

export const wish = (name, otherwise) => read(name, otherwise);
export const keepWish = (name, value) => write(name, value);

export const recentGames = () => read("games", []);

/** Note a game, the latest first. */
export function noteGame(game) {
  const others = recentGames().filter((known) => known.name !== game.name);
  write("games", [game, ...others].slice(0, 12));
}

export function forgetGame(name) {
  write("games", recentGames().filter((known) => known.name !== name));
}

/** The seat of a game that is shared by links: {seat, key}, and the `invitations` that were not sent yet. */
export const seatIn = (name) => read("seats", {})[name] ?? null;

export function keepSeat(name, seat) {
  const others = Object.entries(read("seats", {})).filter(([other]) => other !== name);
  write("seats", Object.fromEntries([...others.slice(-99), [name, seat]]));
}

/** Games against an opponent with a name: {won, lost, drawn}. */
export const recordOf = (name) => ({ won: 0, lost: 0, drawn: 0, ...read("records", {})[name] });

/** A record in a few words; empty where nothing was played. */
export function recordWords(name) {
  const { won, lost, drawn } = recordOf(name);
  return won + lost + drawn ? `you ${won} – ${lost}${drawn ? `, ${drawn} drawn` : ""}` : "";
}

/** Count a game that is over, once; `result`: won, lost or drawn. */
export function countGame(game, opponent, result) {
  const counted = read("counted", []);
  if (counted.includes(game)) return;
  write("counted", [game, ...counted].slice(0, 200));
  const records = read("records", {});
  const record = recordOf(opponent);
  write("records", { ...records, [opponent]: { ...record, [result]: record[result] + 1 } });
}
