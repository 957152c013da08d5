import type { Palette } from "./palette.ts"
import { at, box, circle, cut, each, line, oval, ring, round, shape } from "./shapes.ts"

/** More subjects of school and languages, each drawn around (0, 0) within about 130 units. */

export function helix(p: Palette): string {
  const wave = (phase: number) =>
    each(
      33,
      (i) =>
        `${i ? "L" : "M"}${round(Math.sin((i / 32) * Math.PI * 3 + phase) * 58)} ${round(-160 + i * 10)}`,
    )
  const rungs = each(15, (i) => {
    const x = Math.sin(((i * 2 + 2) / 32) * Math.PI * 3) * 50
    return Math.abs(x) < 14
      ? ""
      : line(`M${round(-x)} ${-140 + i * 20}H${round(x)}`, i % 2 ? p.warm : p.mid, 7)
  })
  return (
    at(-50, 0, 24, 1, rungs, line(wave(0), p.base, 15), line(wave(Math.PI), p.deep, 15)) +
    shape("M58 116C36 36 84 -28 176 -48C190 34 150 108 58 116Z", p.leaf) +
    line("M44 142C70 88 108 36 146 -4M84 82L78 42M84 82L130 76M110 42L108 8M110 42L148 38", p.tint, 5)
  )
}

export function prism(p: Palette): string {
  const fan = [p.warmDeep, p.warm, p.leaf, p.mid, p.base]
  return (
    line("M-214 60L-52 10", p.paper, 14) +
    each(5, (i) => shape(`M46 4L222 ${-26 + i * 30}V${6 + i * 30}Z`, fan[i] ?? p.base)) +
    cut("M0 -130L122 98L-122 98Z", p.deep, 14) +
    cut("M0 -112L8 88L-106 88Z", p.base, 10) +
    shape("M-54 8L48 0L48 16Z", p.paper) +
    cut("M0 -96L-22 -54L-6 -58Z", p.mid, 4)
  )
}

function openBook(p: Palette): string {
  return (
    shape("M-176 -52Q-90 -92 0 -46Q90 -92 176 -52V112Q90 74 0 116Q-90 74 -176 112Z", p.deep) +
    shape("M-160 -66Q-80 -104 0 -56V96Q-80 54 -160 92Z", p.paper) +
    shape("M160 -66Q80 -104 0 -56V96Q80 54 160 92Z", p.tint) +
    line(
      "M-132 -40Q-80 -60 -30 -34M-132 -8Q-80 -28 -30 -2M-132 24Q-80 4 -30 30M30 30Q80 4 116 14M30 -34Q60 -50 88 -50",
      p.mid,
      6,
    )
  )
}

export function bookAndPen(p: Palette): string {
  return (
    openBook(p) +
    at(
      86,
      -22,
      38,
      1,
      box(-13, -138, 26, 108, p.base, 8),
      box(-13, -60, 26, 12, p.warm),
      box(-11, -32, 22, 46, p.ink, 5),
      shape("M-11 12H11L0 56Z", p.warm),
      line("M0 30V50", p.ink, 3),
      box(11, -130, 8, 54, p.warm, 4),
    )
  )
}

export function speech(p: Palette): string {
  const bubble = (x: number, y: number, w: number, h: number, color: string, tail: number) =>
    box(x, y, w, h, color, 26) + shape(`M${x + w / 2 - 14} ${y + h - 4}h28l${tail} 34z`, color)
  return (
    bubble(-192, -138, 172, 96, p.base, 26) +
    line("M-158 -106H-56M-158 -78H-90", p.paper, 9) +
    bubble(26, -104, 158, 88, p.paper, -46) +
    circle(70, -60, 9, p.warm) +
    circle(105, -60, 9, p.base) +
    circle(140, -60, 9, p.deep) +
    line("M-56 26A56 62 0 0 0 56 26", p.deep, 11) +
    line("M0 88V124M-40 128H40", p.deep, 13) +
    box(-34, -54, 68, 124, p.warm, 34) +
    line("M-12 -18H12M-12 4H12M-12 26H12", p.warmDeep, 6)
  )
}

export function globe(p: Palette): string {
  return (
    line("M-78 -128A132 132 0 1 0 98 108", p.deep, 13) +
    line("M-6 112V136", p.deep, 14) +
    box(-80, 132, 150, 20, p.deep, 10) +
    circle(0, -14, 106, p.base) +
    shape(
      "M-70 -70C-40 -100 0 -96 4 -72C6 -50 -30 -52 -34 -30C-38 -10 -12 -6 -20 18C-30 40 -52 26 -62 2C-76 -20 -92 -40 -70 -70Z",
      p.warm,
    ) +
    shape("M36 -60C66 -66 92 -40 94 -12C70 -4 64 10 62 34C44 42 34 16 38 -4C22 -14 18 -52 36 -60Z", p.warm) +
    shape("M-18 62C8 46 42 56 48 72C24 90 -8 86 -18 62Z", p.warm) +
    line("M-76 -88C-40 -118 10 -122 46 -104", p.mid, 6) +
    shape("M66 -36C30 -76 36 -128 66 -128S102 -76 66 -36Z", p.ink) +
    circle(66, -96, 12, p.paper)
  )
}

export function pencilLoops(p: Palette): string {
  const pages = each(5, (i) => `M-156 ${-72 + i * 44}H156`)
  return (
    at(
      0,
      6,
      -3,
      1,
      box(-180, -124, 360, 252, p.paper, 12),
      line(pages, p.soft, 3),
      line("M-124 -124V128", p.warm, 3),
      each(6, (i) => ring(-158, -100 + i * 40, 6, p.mid, 4)),
      line(
        "M-104 -30C-66 -20 -40 -84 -64 -84S-72 -22 -38 -28S14 -84 -8 -84S-14 -22 20 -28S72 -84 50 -84S40 -24 74 -28",
        p.base,
        9,
      ),
      line("M-104 58C-78 60 -82 20 -66 20S-66 58 -46 58S-46 20 -30 20S-30 58 -8 56", p.deep, 9),
    ) +
    at(
      30,
      42,
      42,
      1,
      shape("M-15 -34H15L0 10Z", "#f2d2a4"),
      shape("M-5 -5H5L0 10Z", p.ink),
      box(-15, -150, 30, 118, p.warm),
      box(-5, -150, 10, 118, p.warmDeep),
      box(-15, -166, 30, 18, p.mid),
      box(-15, -188, 30, 24, p.base, 8),
    )
  )
}

export function stall(p: Palette): string {
  return (
    box(-130, -64, 12, 190, p.deep) +
    box(118, -64, 12, 190, p.deep) +
    each(6, (i) => shape(`M${-156 + i * 52} -128h52v66a26 24 0 0 1 -52 0z`, i % 2 ? p.paper : p.base)) +
    box(-162, -140, 324, 20, p.deep, 8) +
    box(-148, 34, 296, 96, p.warm, 6) +
    box(-160, 22, 320, 22, p.warmDeep, 8) +
    line("M-96 62V112M-32 62V112M32 62V112M96 62V112", p.warmDeep, 5) +
    shape("M-112 -34H-52L-60 22H-104Z", p.paper) +
    shape("M-109 -10H-55L-60 22H-104Z", p.mid) +
    circle(-82, -22, 15, p.warm) +
    each(3, (i) => oval(-10 + i * 30, 10, 15, 13, p.warm)) +
    oval(5, -12, 15, 13, p.warm) +
    each(4, (i) => oval(112, 14 - i * 12, 24, 8, i % 2 ? p.mid : p.deep))
  )
}

export function blocks(p: Palette): string {
  const arc = (r: number, color: string) => line(`M${-r - 46} 34A${r} ${r} 0 0 1 ${r - 46} 34`, color, 19)
  return (
    arc(122, p.warmDeep) +
    arc(102, p.warm) +
    arc(82, p.base) +
    arc(62, p.mid) +
    box(-146, 52, 78, 78, p.base, 8) +
    box(-62, 52, 78, 78, p.warm, 8) +
    at(-66, 10, 4, 1, box(-38, -38, 76, 76, p.deep, 8), circle(0, 0, 18, p.warm)) +
    circle(-107, 91, 17, p.paper) +
    cut("M-22 72L-2 108L-44 108Z", p.paper, 4) +
    line("M124 130V-50", p.deep, 9) +
    at(
      124,
      -56,
      14,
      1,
      ...[0, 1, 2, 3].map((i) =>
        at(
          0,
          0,
          i * 90,
          1,
          shape("M0 0L0 -74L58 -42Z", i % 2 ? p.base : p.warm),
          shape("M0 0L58 -42L26 0Z", i % 2 ? p.deep : p.warmDeep),
        ),
      ),
      circle(0, 0, 9, p.paper),
    )
  )
}
