import { mix, PALETTES, type Palette, paletteOf } from "./palette.ts"
import { svg } from "./scene.ts"
import { at, blob, box, circle, cut, lift, line, oval, ring, seeded, shape } from "./shapes.ts"

const SKIN = "#b9794f"
const SKIN_LIGHT = "#d09a6c"
const HAIR = "#2a2230"
const TEAL = PALETTES.Brand ?? paletteOf("#0f766e")

/** The home page's picture: a child at a desk in the evening, learning live with a teacher on the screen. */
export function drawHero(): string {
  const p = TEAL
  const random = seeded("hero")
  return svg(
    720,
    560,
    blob(390, 258, 318, 236, random, mix(p.base, "#fdf8ee", 0.17)),
    blob(522, 150, 104, 102, random, mix(p.warm, "#fff6e4", 0.62)),
    shape(
      "M44 470C180 436 520 436 676 470C700 506 600 536 366 536S20 512 44 470Z",
      mix(p.base, "#fdf8ee", 0.3),
    ),
    pinboard(p),
    lift(p.ink, screen(p)),
    lift(p.ink, desk(p)),
    child(p),
    lift(p.ink, things(p)),
  )
}

function pinboard(p: Palette): string {
  const colors = ["#4f5bd5", "#f0a020", "#2f9e6e", "#e8604c", "#9b4dca", "#3b6ea5", "#e39a1c"]
  const flag = (color: string, index: number) => {
    const share = (index + 0.5) / colors.length
    return at(
      40 + share * 640,
      40 + share * (1 - share) * 150,
      9 - index * 3,
      1,
      shape("M-18 0H18L0 34Z", color),
    )
  }
  return (
    at(
      118,
      206,
      -5,
      1,
      box(-56, -44, 112, 88, p.paper, 6),
      line("M-38 24L-14 -10L6 10L36 -22", "#4f5bd5", 7),
      circle(0, -38, 6, "#e8604c"),
    ) +
    line("M40 40Q360 115 680 40", p.base, 3) +
    colors.map(flag).join("")
  )
}

/** The screen: the teacher beside a whiteboard, two classmates, and the light that says the class is live. */
function screen(p: Palette): string {
  const tile = (x: number, color: string, skin: string) =>
    box(x, 300, 84, 58, color, 8) +
    shape(`M${x + 16} 358C${x + 16} 330 ${x + 68} 330 ${x + 68} 358Z`, p.paper) +
    circle(x + 42, 324, 14, skin) +
    shape(
      `M${x + 27} 324C${x + 25} 302 ${x + 59} 302 ${x + 57} 324C${x + 50} 316 ${x + 34} 316 ${x + 27} 324Z`,
      HAIR,
    )
  return (
    box(448, 366, 44, 56, p.ink) +
    box(292, 118, 356, 254, p.ink, 18) +
    box(306, 132, 328, 226, "#e9f3ef", 8) +
    box(322, 148, 178, 138, p.paper, 6) +
    line("M352 262C380 256 398 170 418 170S450 250 478 254", p.base, 8) +
    line("M342 266H484M352 188V272", p.ink, 4) +
    circle(418, 170, 9, p.warm) +
    shape("M504 300C504 226 528 210 566 210S628 226 628 300V352H504Z", "#c5473b") +
    shape("M538 210C546 232 586 232 594 210L588 206H544Z", SKIN_LIGHT) +
    line("M520 240L490 214L470 206", "#c5473b", 25) +
    line("M476 208L456 190", SKIN_LIGHT, 15) +
    box(554, 186, 24, 34, SKIN_LIGHT, 8) +
    circle(566, 166, 34, SKIN_LIGHT) +
    shape("M530 176C520 116 612 114 603 176C600 152 584 142 568 142S536 150 530 176Z", HAIR) +
    circle(596, 132, 17, HAIR) +
    line("M600 214C618 240 620 290 600 352", p.warm, 15) +
    tile(322, "#c9cdf3", SKIN) +
    tile(416, "#f6d3cb", "#8d5a3b") +
    box(322, 148, 50, 26, "#e8604c", 13) +
    circle(338, 161, 5, p.paper) +
    line("M350 161H360", p.paper, 5)
  )
}

function desk(p: Palette): string {
  return (
    box(96, 486, 18, 52, p.deep, 4) +
    box(606, 486, 18, 52, p.deep, 4) +
    box(416, 414, 108, 14, p.ink, 7) +
    cut("M62 428L658 424L672 480L48 480Z", p.warm, 12) +
    cut("M48 478L672 478L670 494L50 494Z", p.warmDeep, 10)
  )
}

/** Seen from behind and to the side, so that the face stays the viewer's own. */
function child(p: Palette): string {
  const shirt = "#4f5bd5"
  return (
    box(150, 420, 172, 128, p.deep, 26) +
    shape("M138 530C134 420 150 356 186 340C220 328 262 330 288 342C324 360 336 424 334 530Z", shirt) +
    shape("M288 342C324 360 336 424 334 530H300C308 450 304 390 270 338Z", mix(shirt, p.ink, 0.7)) +
    line("M306 384C334 424 352 432 398 440", shirt, 40) +
    line("M384 438L416 438", SKIN, 25) +
    line("M162 386C146 424 148 446 176 456L236 458", shirt, 40) +
    at(424, 426, 32, 1, box(-5, -58, 10, 62, p.warm, 4), shape("M-5 4H5L0 16Z", p.ink)) +
    box(216, 298, 42, 56, SKIN, 16) +
    circle(240, 262, 62, SKIN) +
    shape(
      "M178 286C158 196 216 176 254 186C296 192 314 226 302 264C294 244 282 236 262 238C268 270 256 306 214 318C194 316 182 302 178 286Z",
      HAIR,
    ) +
    oval(276, 280, 12, 16, mix(SKIN, "#8a3b12", 0.75)) +
    line("M192 296C172 330 178 362 160 384M214 316C208 344 214 360 204 384", HAIR, 21) +
    circle(184, 322, 9, "#e8604c") +
    circle(211, 334, 9, "#e8604c") +
    line("M196 196C230 166 296 176 306 240", p.warm, 10) +
    box(288, 236, 24, 46, p.warmDeep, 12)
  )
}

function things(p: Palette): string {
  return (
    at(
      92,
      420,
      0,
      1,
      box(-34, -24, 74, 18, "#9b4dca", 5),
      box(-40, -6, 84, 18, p.base, 5),
      box(-28, -42, 62, 18, "#e8604c", 5),
    ) +
    at(
      90,
      372,
      0,
      1,
      shape("M-24 6C-30 -20 30 -20 24 6Z", p.warm),
      line("M-16 -22C-30 -48 -6 -66 -16 -84M2 -20C0 -58 22 -64 22 -92", "#2f9e6e", 6),
      oval(-18, -82, 13, 20, "#2f9e6e"),
      oval(22, -88, 14, 21, "#37b37e"),
      oval(2, -50, 11, 17, "#37b37e"),
    ) +
    at(
      604,
      434,
      0,
      1,
      box(-30, -58, 60, 54, p.paper, 10),
      ring(36, -32, 15, p.paper, 9),
      line("M-16 -40H16", p.base, 7),
    ) +
    at(
      470,
      458,
      -3,
      1,
      shape("M-72 -12Q-34 -28 0 -10Q34 -28 72 -12V12Q34 -2 0 14Q-34 -2 -72 12Z", p.paper),
      line("M0 -8V12M-54 -6Q-34 -12 -16 -5M16 -5Q34 -12 54 -6", "#a7b3c6", 4),
    )
  )
}
