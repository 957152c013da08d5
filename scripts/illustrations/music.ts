import type { Palette } from "./palette.ts"
import { at, box, circle, cut, each, line, oval, ring, round, shape } from "./shapes.ts"

/** Instruments, each drawn around (0, 0) within about 130 units. */

function note(x: number, y: number, color: string, scale = 1): string {
  return at(x, y, -8, scale, oval(0, 0, 15, 11, color), line("M13 -2V-56Q34 -48 32 -26", color, 6))
}

export function guitarAlone(p: Palette): string {
  return at(
    0,
    10,
    48,
    1,
    box(-13, -206, 26, 170, p.deep, 4),
    box(-22, -240, 44, 50, p.ink, 8),
    each(6, (i) => circle(i % 2 ? 27 : -27, -228 + Math.floor(i / 2) * 15, 6, p.paper)),
    shape(
      "M0 -78C48 -80 66 -44 54 -14C46 8 84 18 84 66C84 116 44 138 0 138S-84 116 -84 66C-84 18 -46 8 -54 -14C-66 -44 -48 -80 0 -78Z",
      p.warm,
    ),
    shape("M0 -78C48 -80 66 -44 54 -14C46 8 84 18 84 66C84 116 44 138 0 138Z", p.warmDeep),
    shape(
      "M0 -66C38 -68 54 -40 43 -12C36 12 72 24 72 66C72 106 38 126 0 126S-72 106 -72 66C-72 24 -36 12 -43 -12C-54 -40 -38 -68 0 -66Z",
      p.warm,
    ),
    circle(0, 30, 30, p.ink),
    ring(0, 30, 36, p.base, 5),
    box(-34, 88, 68, 14, p.deep, 5),
    line("M-6 -200V94M0 -200V94M6 -200V94", p.paper, 2),
    line(
      each(5, (i) => `M-11 ${-180 + i * 24}H11`),
      p.mid,
      3,
    ),
  )
}

export function guitar(p: Palette): string {
  return guitarAlone(p) + note(-150, -40, p.base, 1.2) + note(-92, -112, p.deep, 0.9)
}

export function keys(p: Palette): string {
  return (
    at(
      0,
      34,
      -5,
      1,
      box(-206, -92, 412, 196, p.deep, 16),
      box(-190, -50, 380, 142, p.ink, 4),
      each(9, (i) => box(-188 + i * 42, -48, 39, 136, i === 2 ? p.warm : i === 5 ? p.soft : p.paper, 5)),
      each(8, (i) => (i === 2 || i === 6 ? "" : box(-160 + i * 42, -52, 26, 82, p.ink, 4))),
      circle(-170, -72, 7, p.warm),
      circle(-148, -72, 7, p.mid),
      box(-40, -80, 80, 16, p.base, 6),
    ) +
    note(-92, -104, p.base, 1.1) +
    note(10, -130, p.warm, 1.3) +
    note(110, -106, p.deep)
  )
}

export function drums(p: Palette): string {
  return (
    line(
      "M-158 -84L-150 130M-176 134L-150 108L-122 134M160 -104L148 130M122 134L148 108L176 134",
      p.deep,
      6,
    ) +
    at(-158, -86, -10, 1, oval(0, 0, 64, 13, p.warm), oval(0, -4, 18, 6, p.warmDeep)) +
    at(160, -106, 12, 1, oval(0, 0, 66, 13, p.warm), oval(0, -4, 18, 6, p.warmDeep)) +
    box(-76, -72, 66, 56, p.base, 6) +
    oval(-43, -72, 33, 11, p.paper) +
    box(12, -72, 66, 56, p.base, 6) +
    oval(45, -72, 33, 11, p.paper) +
    circle(0, 56, 84, p.deep) +
    circle(0, 56, 70, p.paper) +
    circle(0, 56, 34, p.base) +
    cut("M0 32L8 50L26 52L12 64L16 82L0 72L-16 82L-12 64L-26 52L-8 50Z", p.warm, 4) +
    box(-144, 36, 78, 44, p.base, 6) +
    oval(-105, 36, 39, 12, p.paper) +
    box(66, 30, 82, 88, p.base, 6) +
    oval(107, 30, 41, 12, p.paper) +
    box(66, 70, 82, 8, p.warm) +
    line("M-128 28L-36 -42", p.warmDeep, 8) +
    line("M-60 22L-136 -34", p.warmDeep, 8) +
    circle(-34, -44, 6, p.warmDeep) +
    circle(-138, -36, 6, p.warmDeep)
  )
}

export function tanpura(p: Palette): string {
  return (
    line(
      each(4, (i) => `M${62 + i * 32} ${-30 - i * 14}Q${98 + i * 40} 20 ${62 + i * 32} ${70 + i * 14}`),
      p.base,
      9,
    ) +
    at(
      -34,
      16,
      14,
      1,
      box(-13, -200, 26, 206, p.warmDeep, 6),
      box(-13, -200, 10, 206, p.warm, 5),
      ...[-184, -160].map((y) => line(`M-26 ${y}H26`, p.base, 8)),
      box(-16, -128, 32, 9, p.paper),
      shape("M-18 -20C-24 6 -84 16 -84 68C-84 112 -44 130 0 130S84 112 84 68C84 16 24 6 18 -20Z", p.warmDeep),
      shape("M-14 -4C-20 22 -66 30 -66 68C-66 100 -34 114 0 114S66 100 66 68C66 30 20 22 14 -4Z", p.warm),
      oval(0, 74, 30, 9, p.paper),
      line("M-5 -190V74M0 -190V74M5 -190V74", p.paper, 1.8),
      each(9, (i) =>
        circle(Math.cos((i / 8) * Math.PI) * 70, 72 + Math.sin((i / 8) * Math.PI) * 48, 4, p.paper),
      ),
    )
  )
}

export function tabla(p: Palette): string {
  const lace = (left: number, right: number, top: number, bottom: number) =>
    line(
      `M${left} ${top}${each(8, (i) => `L${round(left + ((right - left) * (i + 1)) / 8)} ${i % 2 ? top : bottom}`)}`,
      p.paper,
      5,
    )
  return (
    oval(-86, 118, 94, 20, p.warm) +
    oval(92, 120, 76, 18, p.warm) +
    shape("M-176 -20C-190 66 -150 120 -86 120S18 66 4 -20Z", p.deep) +
    lace(-170, -2, 4, 78) +
    oval(-86, -22, 94, 34, p.base) +
    oval(-86, -24, 80, 27, p.paper) +
    oval(-104, -26, 30, 11, p.ink) +
    shape("M28 -26L40 122H144L156 -26Z", p.warmDeep) +
    lace(32, 152, 0, 84) +
    each(4, (i) => box(36 + i * 30, 36, 20, 30, p.warm, 7)) +
    oval(92, -28, 68, 26, p.base) +
    oval(92, -30, 56, 20, p.paper) +
    oval(92, -30, 24, 9, p.ink) +
    line(
      "M-86 -84V-112M-126 -78L-142 -102M-46 -78L-30 -102M92 -84V-112M60 -78L46 -98M124 -78L138 -98",
      p.base,
      7,
    )
  )
}

export function bansuri(p: Palette): string {
  return (
    at(
      -8,
      -24,
      36,
      1,
      line("M0 150C-8 60 6 0 0 -60", p.leaf, 7),
      each(9, (i) =>
        line(`M${i % 2 ? 2 : -2} ${120 - i * 18}q${i % 2 ? 26 : -26} -12 ${i % 2 ? 42 : -42} -38`, p.leaf, 4),
      ),
      shape("M0 4C-72 -18 -74 -112 0 -156C74 -112 72 -18 0 4Z", p.leaf),
      shape("M0 -14C-50 -30 -52 -98 0 -130C52 -98 50 -30 0 -14Z", p.warm),
      shape("M0 -28C-36 -40 -36 -88 0 -110C36 -88 36 -40 0 -28Z", p.base),
      shape("M0 -40C-22 -48 -20 -76 0 -84C20 -76 22 -48 0 -40Z", p.ink),
    ) +
    at(
      0,
      34,
      -18,
      1,
      box(-206, -17, 412, 34, p.warm, 10),
      box(-206, 2, 412, 15, p.warmDeep, 8),
      box(-194, -19, 16, 38, p.base),
      box(-110, -19, 10, 38, p.base),
      box(166, -19, 14, 38, p.base),
      oval(-142, -5, 11, 7, p.ink),
      each(6, (i) => circle(-46 + i * 34, -5, 7.5, p.ink)),
    )
  )
}
