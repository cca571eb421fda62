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

/** A drawing inside an SVG, in a square of some size around a point. */
export function glyphAt(name, x, y, size, attributes = {}) {
  return svg("use", { href: `#glyph-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, ...attributes });
}

/** A drawing by itself. */
export function glyph(name, attributes = {}) {
  return svg("svg", { viewBox: "0 0 68 68", "aria-hidden": "true", ...attributes }, glyphAt(name, 34, 34, 68));
}

/** The shape of a player's pieces: a disc for the first, a square for the second. */
export function shapeOf(owner) {
  const shape = owner === 0
    ? svg("circle", { cx: 12, cy: 12, r: 10, class: "token" })
    : svg("rect", { x: 2, y: 2, width: 20, height: 20, rx: 4, class: "token" });
  return svg("svg", { viewBox: "0 0 24 24", class: `shape piece owner-${owner}`, "aria-hidden": "true" }, shape);
}
