// The drawings of Legends of Code and Magic.

import { glyphsOf } from "../../board/glyphs.js";

const drawings = glyphsOf("locm");

export const glyph = drawings.glyph;
