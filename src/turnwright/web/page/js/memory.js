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
