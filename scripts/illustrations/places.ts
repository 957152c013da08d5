import type { Palette } from "./palette.ts"
import { at, box, circle, cut, line, oval, shape } from "./shapes.ts"

/** Buildings and places, each drawn around (0, 0) within about 130 units. */

export function gateway(p: Palette): string {
  const arch = (x: number, y: number, w: number, h: number, color: string) =>
    shape(
      `M${x - w} ${y}V${y - h}Q${x - w} ${y - h - w} ${x} ${y - h - w * 1.5}Q${x + w} ${y - h - w} ${x + w} ${y - h}V${y}Z`,
      color,
    )
  const tower = (x: number) =>
    box(x - 20, -62, 40, 188, p.base) +
    box(x - 26, -72, 52, 14, p.deep, 4) +
    shape(
      `M${x - 22} -74C${x - 26} -106 ${x - 8} -112 ${x} -130C${x + 8} -112 ${x + 26} -106 ${x + 22} -74Z`,
      p.warm,
    )
  return (
    box(-112, -34, 224, 160, p.mid) +
    shape("M-66 -46C-80 -112 -22 -124 0 -164C22 -124 80 -112 66 -46Z", p.warm) +
    line("M0 -164V-184", p.ink, 5) +
    box(-122, -46, 244, 18, p.deep, 4) +
    arch(0, 126, 44, 56, p.deep) +
    arch(0, 126, 28, 44, p.tint) +
    arch(-82, 126, 18, 26, p.base) +
    arch(82, 126, 18, 26, p.base) +
    arch(-82, 38, 14, 12, p.base) +
    arch(82, 38, 14, 12, p.base) +
    tower(-134) +
    tower(134) +
    box(-176, 122, 352, 18, p.deep, 5) +
    box(-196, 136, 392, 14, p.ink, 5)
  )
}

export function cafe(p: Palette): string {
  return (
    shape("M86 -168L78 -60L38 128H70Q86 66 102 128H134L96 -60Z", p.base) +
    line("M66 -34H108M54 40H120", p.deep, 11) +
    line("M86 -168V-190", p.deep, 6) +
    line("M72 -6L102 22M102 -6L72 22", p.mid, 4) +
    oval(-84, 56, 118, 20, p.paper) +
    box(-94, 66, 20, 66, p.deep) +
    box(-136, 126, 104, 14, p.deep, 7) +
    oval(-98, 50, 62, 10, p.mid) +
    line("M-52 4C-18 -2 -20 36 -58 30", p.warm, 9) +
    shape("M-148 -14H-50C-50 28 -66 48 -99 48S-148 28 -148 -14Z", p.warm) +
    oval(-99, -14, 49, 10, p.warmDeep) +
    line("M-116 -42C-130 -60 -102 -70 -116 -90M-84 -42C-98 -60 -70 -70 -84 -90", p.paper, 6) +
    shape("M-26 46C-22 20 18 16 26 42C10 34 -10 36 -26 46Z", p.warmDeep)
  )
}

export function timberHouse(p: Palette): string {
  const fir = (x: number, s: number) =>
    at(
      x,
      128,
      0,
      s,
      box(-7, -30, 14, 32, p.warmDeep),
      shape("M0 -190L44 -104H26L62 -24H-62L-26 -104H-44Z", p.leaf),
      shape("M0 -190L0 -24H-62L-26 -104H-44Z", p.base),
    )
  return (
    fir(-150, 0.92) +
    fir(158, 1.1) +
    box(-92, -42, 184, 170, p.paper) +
    line(
      "M-92 -36H92M-92 34H92M-92 -42V124M92 -42V124M-30 -36V124M32 -36V124M-92 34L-34 -32M92 34L36 -32",
      p.deep,
      11,
    ) +
    cut("M-116 -36L116 -36L0 -160Z", p.warmDeep, 10) +
    cut("M-44 -54L44 -54L0 -104Z", p.paper, 4) +
    line("M0 -104V-54", p.deep, 9) +
    box(-20, 52, 42, 76, p.warm, 4) +
    circle(12, 92, 4, p.ink) +
    box(-78, 54, 36, 40, p.base, 3) +
    box(48, 54, 32, 40, p.base, 3) +
    box(-18, -22, 38, 42, p.base, 3)
  )
}
