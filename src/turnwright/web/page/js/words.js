// Words for what the server tells in data.

export const PLAYERS = ["Player 1", "Player 2"];

export function playerWords(seat, { short = false } = {}) {
  if (seat.agent === "human") return "human";
  const [name] = short ? seat.agent.split(":") : [seat.agent];
  return seat.budget ? `${name} · ${seat.budget.replace(/^(\d+)000ms$/, "$1 s").replace(/ms$/, " ms")}` : name;
}

export function number(value, digits = 0) {
  if (value === null || value === undefined) return "–";
  if (Math.abs(value) < 10 && !Number.isInteger(value)) return value.toFixed(3);
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

export function signed(value) {
  if (value === null || value === undefined) return "–";
  return (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value));
}

export function outcomeWords(outcome, ending = "") {
  const how = ending === "resigned" ? " by resignation" : ending && ending !== "played" ? " by forfeit" : "";
  if (outcome === 0) return "The game is drawn";
  return `${PLAYERS[outcome > 0 ? 0 : 1]} has won${how}`;
}

export function dateWords(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** The actions of a turn in a line; a semicolon divides actions that have spaces themselves. */
export function turnWords(actions) {
  return actions.join(actions.some((action) => action.includes(" ")) ? "; " : " ");
}

const playerAt = (place) => PLAYERS[Number(place.slice(5))].toLowerCase();

const EFFECTS = {
  damage: (e) => `${e.what} on ${e.at} loses ${e.amount}`,
  knock_out: (e) => `${e.what} on ${e.at} is knocked out`,
  destroy: (e) => `${e.what} on ${e.at} is destroyed`,
  heal: (e) => `${e.what} on ${e.at} gains ${e.amount}`,
  revive: (e) => `${e.what} on ${e.at} stands up with ${e.amount}`,
  move: (e) => `${e.what} moves to ${e.to}`,
  push: (e) => `${e.what} is pushed to ${e.to}`,
  exchange: (e) => `${e.what} trades places with ${e.to}`,
  stomp: (e) => `fallen ${e.what} on ${e.at} is stomped`,
  remove: (e) => `fallen ${e.what} on ${e.at} is removed`,
  deploy: (e) => `${e.what} enters on ${e.at}`,
  equip: (e) => `unit on ${e.at} takes the ${e.what}`,
  use_up: (e) => `the ${e.what} is used up`,
  swap: (e) => `the ${e.what} goes back into the deck`,
  pick: (e) => `${e.what} is taken`,
  summon: (e) => `${e.what} enters the ${e.at === "lane:0" ? "left" : "right"} lane`,
  use: (e) => `${e.what} is used`,
  hurt: (e) => `${e.what} loses ${e.amount} defense`,
  die: (e) => `${e.what} dies`,
  harden: (e) => `${e.what} gains ${e.amount} defense`,
  strengthen: (e) => `${e.what} gains ${e.amount} attack`,
  weaken: (e) => `${e.what} loses ${e.amount} attack`,
  gain: (e) => `${e.what} gets ${e.to}`,
  lose: (e) => `${e.what} loses ${e.to}`,
  ward: (e) => `${e.what} loses its Ward`,
  wound: (e) => `${playerAt(e.at)} loses ${e.amount} health`,
  recover: (e) => `${playerAt(e.at)} gains ${e.amount} health`,
  rune: (e) => `${e.amount > 1 ? `${e.amount} runes break` : "a rune breaks"}`,
  draws: (e) => `${playerAt(e.at)} draws ${e.amount}`,
  will_draw: (e) => `${playerAt(e.at)} will draw ${e.amount} more`,
  wins: () => "the game is won",
  loses: () => "the game is lost",
  draw: () => "the game is drawn",
};

export function effectWords(effects) {
  return effects.map((effect) => EFFECTS[effect.kind]?.(effect) ?? effect.kind).join(", ");
}

/** What an effect looks like on the square where it happens: a sort and a short label. */
export function effectMark(effect) {
  switch (effect.kind) {
    case "damage": return { at: effect.at, sort: "hit", label: `−${effect.amount}` };
    case "knock_out": return { at: effect.at, sort: "hit", label: "KO" };
    case "destroy": return { at: effect.at, sort: "hit", label: "✕" };
    case "stomp": case "remove": return { at: effect.at, sort: "hit", label: "✕" };
    case "heal": return { at: effect.at, sort: "cure", label: `+${effect.amount}` };
    case "revive": return { at: effect.at, sort: "cure", label: `↑${effect.amount}` };
    case "push": return { at: effect.to, sort: "go", label: "pushed" };
    case "equip": return { at: effect.at, sort: "cure", label: "✓" };
    case "exchange": return { at: effect.to, sort: "go", label: "⇄" };
    case "hurt": return { at: effect.at, sort: "hit", label: `−${effect.amount}` };
    case "die": return { at: effect.at, sort: "hit", label: "✕" };
    case "harden": return { at: effect.at, sort: "cure", label: `+${effect.amount} def` };
    case "strengthen": return { at: effect.at, sort: "cure", label: `+${effect.amount} att` };
    case "weaken": return { at: effect.at, sort: "hit", label: `−${effect.amount} att` };
    case "gain": return { at: effect.at, sort: "cure", label: `+${effect.to}` };
    case "lose": case "ward": return { at: effect.at, sort: "hit", label: `−${effect.to}` };
    case "wound": return { at: effect.at, sort: "hit", label: `−${effect.amount}` };
    case "recover": return { at: effect.at, sort: "cure", label: `+${effect.amount}` };
    case "rune": return { at: effect.at, sort: "hit", label: "rune" };
    case "will_draw": return { at: effect.at, sort: "cure", label: "+card" };
    default: return null;
  }
}

/** The marks of several effects, one for each square: −200 and KO become “−200 KO”, more attack and defense “+2/+1”. */
export function effectMarks(effects) {
  const marks = new Map();
  for (const mark of effects.map(effectMark).filter(Boolean)) {
    const known = marks.get(mark.at);
    if (known) known.label += ` ${mark.label}`;
    else marks.set(mark.at, { ...mark });
  }
  for (const mark of marks.values()) mark.label = mark.label.replace(/^([+−]\d+) def ([+−]\d+) att/, "$2/$1");
  return marks;
}
