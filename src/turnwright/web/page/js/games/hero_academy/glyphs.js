// The drawings of Hero Academy.

import { glyphsOf } from "../../board/glyphs.js";

const drawings = glyphsOf("hero_academy");

export const glyph = drawings.glyph;
export const glyphAt = drawings.glyphAt;
