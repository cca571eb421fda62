// The drawings of a game, loaded once into the document so that they take its colours.

import { svg } from "../dom.js";

const loading = new Map();

/** Resolves once drawings can be used. */
export function loadGlyphs(game) {
  if (!loading.has(game)) loading.set(game, fetch(`/glyphs/${game}.svg`).then(async (response) => {
    const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    drawn.setAttribute("class", "sprite");
    drawn.setAttribute("aria-hidden", "true");
    document.body.append(document.importNode(drawn, true));
  }));
  return loading.get(game);
}

/** How a game's drawings are used: `glyphAt` inside an SVG, in a square of some size around a point; `glyph` alone. */
export function glyphsOf(game) {
  const glyphAt = (name, x, y, size, attributes = {}) =>
    svg("use", { href: `#${game}-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, ...attributes });
  const glyph = (name, attributes = {}) => svg("svg", { viewBox: "0 0 68 68", "aria-hidden": "true", ...attributes }, glyphAt(name, 34, 34, 68));
  return { glyph, glyphAt };
}

/** The shape of a player's pieces: a disc for the first, a square for the second. */
export function shapeOf(owner) {
  const shape = owner === 0
    ? svg("circle", { cx: 12, cy: 12, r: 10, class: "token" })
    : svg("rect", { x: 2, y: 2, width: 20, height: 20, rx: 4, class: "token" });
  return svg("svg", { viewBox: "0 0 24 24", class: `shape piece owner-${owner}`, "aria-hidden": "true" }, shape);
}
