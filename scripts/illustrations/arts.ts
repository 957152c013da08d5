import type { Palette } from "./palette.ts"
import { at, box, circle, cut, each, line, oval, ring, round, shape } from "./shapes.ts"

/** The arts and the martial arts, each drawn around (0, 0) within about 130 units. */

export function scissorsAndFlowers(p: Palette): string {
  const flower = (x: number, y: number, r: number, color: string, heart: string) =>
    each(6, (i) =>
      circle(x + Math.cos((i / 3) * Math.PI) * r, y + Math.sin((i / 3) * Math.PI) * r, r * 0.62, color),
    ) + circle(x, y, r * 0.55, heart)
  return (
    at(-66, 28, -9, 1, box(-108, -92, 200, 178, p.paper, 4)) +
    at(78, 36, 7, 1, box(-96, -84, 186, 164, p.warm, 4)) +
    flower(-96, 48, 34, p.base, p.warmDeep) +
    flower(112, 62, 28, p.paper, p.base) +
    flower(34, 92, 22, "#3b6ea5", p.paper) +
    line("M-160 112L-126 92M-96 92V124", p.leaf, 7) +
    at(
      6,
      -22,
      -34,
      1,
      line("M-104 -22L92 28", "#c3cad6", 15),
      line("M-104 22L92 -28", "#9aa3b5", 15),
      circle(0, 0, 8, p.ink),
      `<path d="M80 -48a38 26 0 1 0 76 0a38 26 0 1 0 -76 0M80 48a38 26 0 1 0 76 0a38 26 0 1 0 -76 0" fill="none" stroke="#d8523f" stroke-width="17"/>`,
    )
  )
}

export function dancer(p: Palette): string {
  return (
    line("M-26 46L-92 78L-60 128M26 46L92 78L60 128", p.warmDeep, 31) +
    oval(-68, 134, 32, 10, p.skin) +
    oval(68, 134, 32, 10, p.skin) +
    line("M-76 112L-46 122M76 112L46 122", p.base, 11) +
    each(7, (i) => at(0, 28, -60 + i * 20, 1, shape("M0 0L-15 102Q0 110 15 102Z", i % 2 ? p.warm : p.base))) +
    shape("M-30 -52H30L38 36Q0 52 -38 36Z", p.warm) +
    line("M-30 -44L34 26", p.base, 12) +
    box(-40, 22, 80, 14, p.paper, 6) +
    line("M-28 -44L-96 -26L-128 -84", p.skin, 17) +
    line("M28 -44L100 -44L142 -12", p.skin, 17) +
    shape("M-128 -84l-18 -22l14 2l2 -18l12 16l14 -6l-12 26z", p.skin) +
    shape("M140 -20l26 -4l-8 10l14 8l-22 4l-8 6z", p.skin) +
    line("M-116 -64L-100 -74M122 -38L130 -22", p.base, 8) +
    box(-11, -72, 22, 26, p.skin, 8) +
    circle(0, -92, 30, p.skin) +
    shape("M-31 -90C-34 -136 34 -136 31 -90C20 -112 -20 -112 -31 -90Z", p.ink) +
    circle(0, -130, 20, p.ink) +
    line("M-20 -134A22 22 0 0 1 20 -134", p.paper, 9) +
    circle(0, -104, 5, p.base)
  )
}

export function pot(p: Palette): string {
  return (
    shape(
      "M-46 96C-110 60 -112 -24 -52 -58C-44 -66 -46 -84 -58 -96H58C46 -84 44 -66 52 -58C112 -24 110 60 46 96Z",
      p.warm,
    ) +
    shape(
      "M20 96C70 50 60 -20 22 -58C18 -70 20 -84 28 -96H58C46 -84 44 -66 52 -58C112 -24 110 60 46 96Z",
      p.warmDeep,
    ) +
    oval(0, -96, 62, 13, p.warmDeep) +
    oval(0, -96, 46, 8, p.ink) +
    line("M-88 0Q0 24 88 0M-92 24Q0 48 92 24", p.paper, 6) +
    line(
      each(9, (i) => `M${-68 + i * 17} ${round(15 + (1 - Math.abs(i - 4) / 4) * 10)}v12`),
      p.paper,
      4,
    )
  )
}

export function potOnWheel(p: Palette): string {
  return (
    oval(0, 104, 150, 28, p.deep) +
    box(-22, 104, 44, 60, p.deep) +
    oval(0, 94, 150, 28, p.paper) +
    oval(0, 94, 100, 17, p.soft) +
    pot(p) +
    line("M-330 196C-260 120 -180 40 -112 14M330 196C260 120 180 40 112 14", p.skin, 30) +
    line("M-330 204L-232 108M330 204L232 108", p.base, 48)
  )
}

export function folkFish(p: Palette): string {
  const scales = ["-42 -30", "-42 14", "-8 -38", "-8 -8", "-8 22", "26 -28", "26 4"].map(
    (spot) => `M${spot}q18 14 0 28`,
  )
  return (
    box(-196, -128, 392, 262, p.paper, 6) +
    `<rect x="-184" y="-116" width="368" height="238" fill="none" stroke="${p.ink}" stroke-width="4"/>` +
    shape(
      each(7, (i) => `M${-180 + i * 52} -113h24l-12 18zM${-154 + i * 52} 119h24l-12 -18z`),
      p.warm,
    ) +
    shape(
      each(7, (i) => `M${-154 + i * 52} -113h24l-12 18zM${-180 + i * 52} 119h24l-12 -18z`),
      p.base,
    ) +
    shape("M-136 6C-90 -66 20 -70 76 -8L146 -56Q122 6 146 66L76 20C20 78 -90 76 -136 6Z", p.warm) +
    line("M-136 6C-90 -66 20 -70 76 -8L146 -56Q122 6 146 66L76 20C20 78 -90 76 -136 6Z", p.ink, 5) +
    shape("M-136 6C-118 -22 -96 -38 -72 -44C-54 -10 -54 24 -72 56C-96 48 -118 32 -136 6Z", p.base) +
    line("M-72 -44C-54 -10 -54 24 -72 56", p.ink, 5) +
    circle(-98, -6, 14, p.paper) +
    circle(-98, -6, 6, p.ink) +
    line(scales.join(""), p.paper, 5) +
    line("M96 -8L126 -30M96 6H126M96 18L126 38", p.ink, 4) +
    shape("M-30 -52C-14 -84 26 -86 42 -66L30 -40Z", p.base) +
    line("M-30 -52C-14 -84 26 -86 42 -66L30 -40", p.ink, 4) +
    line("M-160 72q14 -22 28 0q14 22 28 0M-40 84q14 -18 28 0q14 18 28 0M60 82q14 -18 28 0", "#3b6ea5", 5) +
    circle(-150, -70, 9, "#3b6ea5") +
    circle(152, -84, 8, p.warm)
  )
}

export function paletteAndHills(p: Palette): string {
  return (
    at(
      -44,
      -24,
      -3,
      1,
      box(-152, -112, 300, 208, p.paper, 4),
      box(-138, -98, 272, 180, "#cfe3ea"),
      circle(70, -46, 28, p.base),
      cut("M-138 50L-70 -54L10 50Z", "#3b6ea5", 4),
      cut("M-40 50L50 -26L134 40L134 50Z", "#6b93bd", 2),
      cut("M-90 -24L-70 -54L-49 -26L-64 -30L-72 -18Z", p.paper, 3),
      shape("M-138 40Q-40 16 134 44V82H-138Z", p.leaf),
    ) +
    at(
      86,
      66,
      -8,
      1,
      shape(
        "M-116 6C-118 -44 -62 -72 0 -72C66 -72 116 -40 116 4C116 34 84 32 62 30C40 28 36 46 44 60C50 74 20 76 -4 74C-66 70 -114 50 -116 6Z",
        "#c98d4e",
      ),
      oval(20, 40, 15, 11, p.soft),
      circle(-74, 6, 17, p.warm),
      circle(-44, -32, 17, p.base),
      circle(2, -44, 17, p.leaf),
      circle(48, -30, 17, "#3b6ea5"),
      circle(80, 0, 14, p.paper),
    ) +
    at(
      148,
      -34,
      24,
      1,
      box(-7, -128, 14, 128, p.warmDeep, 6),
      box(-9, -10, 18, 26, "#9aa3b5"),
      shape("M-10 14H10Q12 42 0 62Q-12 42 -10 14Z", p.ink),
    )
  )
}

export function jacketAndBelt(p: Palette, belt: string): string {
  return (
    shape("M-58 -122L-172 -66L-142 16L-98 -6L-94 132H94L98 -6L142 16L172 -66L58 -122Z", p.paper) +
    shape("M-58 -122L-172 -66L-142 16L-124 7L-150 -58ZM58 -122L172 -66L142 16L124 7L150 -58Z", p.soft) +
    shape("M-34 -128H34L0 -64Z", p.deep) +
    line("M-50 -124L34 44M50 -124L-10 -10", p.mid, 19) +
    line("M-98 -6L-94 -40M98 -6L94 -40", p.mid, 5) +
    line("M-20 84L-26 128", p.soft, 5) +
    box(-100, 36, 200, 30, belt, 6) +
    line("M-4 54L-44 136M8 54L52 128", belt, 24) +
    box(-26, 28, 52, 46, belt, 12) +
    line("M-18 42L18 60", p.deep, 5) +
    line("M-51 118L-33 126M34 118L52 108", p.warm, 8)
  )
}

export function highKick(p: Palette): string {
  return (
    line("M-26 40L-44 92L-38 138", p.paper, 35) +
    oval(-28, 142, 26, 10, p.skin) +
    line("M-14 34L60 -14L138 -76", p.paper, 35) +
    line("M138 -76L166 -98", p.skin, 21) +
    line("M164 -118L180 -92", p.skin, 17) +
    shape("M-88 -64L-30 -80L22 34L-36 62Z", p.paper) +
    line("M-44 -76L-16 -16", p.mid, 9) +
    line("M-46 36L18 12", p.warm, 17) +
    line("M-16 26L-26 64M-10 24L6 60", p.warm, 10) +
    line("M-76 -52L-122 -8L-82 22", p.paper, 25) +
    circle(-78, 22, 13, p.skin) +
    line("M-32 -62L22 -52L44 -86", p.paper, 23) +
    circle(46, -92, 13, p.skin) +
    at(
      -74,
      -96,
      -14,
      1,
      box(-10, 0, 20, 24, p.skin),
      circle(0, -14, 30, p.skin),
      shape("M-32 -10C-36 -56 34 -58 30 -16C14 -30 -16 -30 -32 -10Z", p.ink),
      line("M-24 -32Q-48 -30 -54 0", p.ink, 12),
    ) +
    box(196, -150, 22, 92, p.base, 10) +
    line("M218 -104H300", p.deep, 12) +
    line("M150 -136L138 -156M176 -144L178 -166M186 -64L200 -46", p.warm, 7)
  )
}

export function shieldAndSwords(p: Palette): string {
  const sword = (turn: number) =>
    at(
      -40,
      0,
      turn,
      1,
      shape("M-10 60V-150Q0 -196 10 -150V60Z", "#dfe5ec"),
      shape("M0 60V-178Q7 -166 10 -150V60Z", "#aebbc9"),
      box(-36, 58, 72, 13, p.warm, 6),
      box(-8, 70, 16, 46, p.ink, 5),
      circle(0, 122, 12, p.warm),
    )
  return (
    sword(42) +
    sword(-42) +
    circle(-40, 0, 80, p.deep) +
    circle(-40, 0, 69, p.base) +
    ring(-40, 0, 44, p.warm, 6) +
    each(8, (i) =>
      circle(-40 + Math.cos((i / 4) * Math.PI) * 57, Math.sin((i / 4) * Math.PI) * 57, 6, p.paper),
    ) +
    circle(-40, 0, 26, p.warm) +
    circle(-40, 0, 12, p.paper) +
    box(128, 24, 16, 92, p.warm, 5) +
    circle(136, 60, 14, p.warmDeep) +
    shape("M88 136Q136 92 184 136Z", p.warm) +
    shape("M80 6H192Q180 36 136 36T80 6Z", p.warm) +
    oval(136, 6, 56, 10, p.warmDeep) +
    shape("M136 6C112 -12 124 -36 136 -62C148 -36 160 -12 136 6Z", "#f7c65a") +
    shape("M136 4C126 -8 130 -20 136 -34C142 -20 146 -8 136 4Z", p.paper) +
    circle(96, 0, 6, "#f7c65a") +
    circle(176, 0, 6, "#f7c65a")
  )
}
