import type { Palette } from "./palette.ts"
import type { Scene } from "./scene.ts"
import { at, box, circle, cut, each, line, shape } from "./shapes.ts"

/** What the shop sells, each drawn around (320, 200). */

/** A T-shirt and track pants, laid out beside each other. */
function uniform(p: Palette): string {
  return at(
    320,
    196,
    0,
    1,
    at(
      -74,
      0,
      -5,
      1,
      cut(
        "M-58 -94L-112 -62L-92 -18L-66 -34V108H66V-34L92 -18L112 -62L58 -94L26 -104C18 -78 -18 -78 -26 -104Z",
        p.base,
      ),
      shape("M-26 -104C-18 -78 18 -78 26 -104L38 -100C26 -62 -26 -62 -38 -100Z", p.deep),
      box(-69, 34, 138, 20, p.warm),
      box(-69, 60, 138, 8, p.paper),
      circle(32, -22, 17, p.paper),
      line("M24 -22L30 -15L41 -29", p.base, 6),
    ),
    at(
      104,
      18,
      7,
      1,
      cut("M-46 -96H46L60 112H14L2 -10L-10 112H-58Z", p.deep),
      box(-49, -100, 98, 22, p.base, 6),
      line("M-12 -84L-14 -62M10 -84L14 -66", p.paper, 4),
      line("M-40 -64L-50 100M42 -64L53 100", p.warm, 8),
    ),
  )
}

/** A bag with what a first lesson needs looking out of it. */
function welcomeKit(p: Palette): string {
  return at(
    320,
    212,
    0,
    1,
    at(-52, -66, -14, 1, box(-15, -92, 30, 128, p.warm, 10), box(-15, -92, 30, 18, p.warmDeep, 8)),
    at(
      -8,
      -84,
      4,
      1,
      box(-34, -64, 68, 112, p.paper, 6),
      line(
        each(4, (i) => `M-20 ${-42 + i * 20}H18`),
        p.mid,
        5,
      ),
    ),
    circle(56, -92, 38, p.paper),
    circle(56, -92, 26, p.warm),
    line("M30 -116C52 -100 60 -84 80 -66", p.paper, 6),
    line("M-34 -66C-34 -136 34 -136 34 -66", p.deep, 13),
    cut("M-104 -52C-104 -76 104 -76 104 -52L116 104C116 122 -116 122 -116 104Z", p.base),
    shape("M-104 -52C-104 -76 104 -76 104 -52L107 -14C70 8 -70 8 -107 -14Z", p.deep),
    box(-66, 26, 132, 70, p.deep, 14),
    box(-66, 26, 132, 22, p.mid, 8),
    box(-14, 40, 28, 16, p.warm, 5),
    circle(0, -18, 9, p.warm),
  )
}

/** File name to its scene and the service whose colours it has. */
export const SHOP_SCENES: Record<string, { service: string; scene: Scene }> = {
  "uniform-set": {
    service: "Brand",
    scene: { ground: "table", texture: "dashes", disc: [322, 186, 154], draw: uniform, warmDisc: true },
  },
  "welcome-kit": {
    service: "Academics",
    scene: { ground: "table", texture: "dots", disc: [318, 190, 150], draw: welcomeKit },
  },
}
