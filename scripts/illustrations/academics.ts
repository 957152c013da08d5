import type { Palette } from "./palette.ts"
import { at, box, circle, cut, each, line, oval, ring, round, shape } from "./shapes.ts"

/** Subjects of school, each drawn around (0, 0) within about 130 units. */

function sheet(p: Palette, width: number, height: number): string {
  return box(-width / 2, -height / 2, width, height, p.paper, 8)
}

export function compass(p: Palette): string {
  return (
    at(0, 36, -3, 1, sheet(p, 330, 220)) +
    ring(-46, 40, 88, p.mid, 5) +
    line("M-46 -48L30 84L-122 84Z", p.warm, 7) +
    circle(-46, 40, 6, p.ink) +
    line("M0 -118L-42 16", p.deep, 16) +
    line("M-42 16L-46 38", p.ink, 5) +
    line("M0 -118L34 8", p.base, 16) +
    line("M30 -8L38 22", p.warm, 13) +
    line("M38 22L42 38", p.ink, 6) +
    box(-8, -160, 16, 34, p.ink, 6) +
    circle(0, -116, 19, p.deep) +
    circle(0, -116, 7, p.warm)
  )
}

export function balance(p: Palette): string {
  const pan = (x: number) =>
    line(`M${x} -84L${x - 48} 26M${x} -84L${x + 48} 26`, p.deep, 4) +
    shape(`M${x - 58} 24H${x + 58}A58 34 0 0 1 ${x - 58} 24Z`, p.base)
  return (
    box(-64, 118, 128, 20, p.deep, 10) +
    box(-8, -100, 16, 222, p.deep, 6) +
    line("M-124 -84H124", p.deep, 12) +
    circle(0, -96, 17, p.warm) +
    at(-124, -8, -4, 1, box(-28, -28, 56, 56, p.warm, 6), box(-28, -28, 18, 56, p.warmDeep, 6)) +
    circle(104, 6, 18, p.mid) +
    circle(144, 6, 18, p.ink) +
    circle(124, -24, 18, p.paper) +
    pan(-124) +
    pan(124)
  )
}

export function curve(p: Palette): string {
  // The curve is the quadratic Bézier below; solving it for x keeps every strip under it.
  const top = (x: number) => 70 - 154 * ((300 - Math.sqrt(90000 - 240 * (x + 120))) / 120) ** 2
  const grid = each(7, (i) => `M${-150 + i * 50} -118V112`) + each(5, (i) => `M-164 ${-92 + i * 46}H164`)
  return (
    at(0, 0, 2, 1, sheet(p, 360, 258)) +
    line(grid, p.tint, 2) +
    each(7, (i) =>
      box(-120 + i * 34, top(-120 + i * 34), 29, 92 - top(-120 + i * 34), i % 2 ? p.mid : p.soft, 2),
    ) +
    line("M-136 -106V92H150", p.ink, 6) +
    line("M-48 84L134 -62", p.deep, 5) +
    line("M-120 70Q30 70 120 -84", p.warm, 10) +
    circle(38.4, 14.6, 11, p.ink)
  )
}

export function protractor(p: Palette): string {
  const tick = (i: number) => {
    const angle = Math.PI + (i / 12) * Math.PI
    const inner = i % 3 ? 112 : 100
    const point = (r: number) => `${round(Math.cos(angle) * r)} ${round(Math.sin(angle) * r)}`
    return i === 0 || i === 12 ? "" : `M${point(inner)}L${point(126)}`
  }
  return (
    at(62, 22, 10, 1, `<path d="M-60 108H120V-128Z M20 78H90V-14Z" fill="${p.warm}" fill-rule="evenodd"/>`) +
    at(
      -26,
      72,
      -6,
      1,
      `<path d="M-140 0A140 140 0 0 1 140 0Z M-62 -20H62A62 62 0 0 0 -62 -20Z" fill="${p.base}" fill-rule="evenodd"/>`,
      line(each(13, tick), p.paper, 4),
    ) +
    at(
      4,
      116,
      3,
      1,
      box(-190, -20, 380, 40, p.paper, 6),
      line(
        each(19, (i) => `M${-172 + i * 19} -18v${i % 5 ? 11 : 20}`),
        p.deep,
        4,
      ),
    )
  )
}

export function abacus(p: Palette): string {
  const rows = [3, 6, 2, 5]
  const colors = [p.warm, p.base, p.deep, p.mid]
  return (
    box(-150, -118, 300, 244, p.deep, 18) +
    box(-128, -98, 256, 204, p.paper, 8) +
    each(4, (row) => {
      const y = -70 + row * 50
      const beads = each(8, (i) => {
        const x = i < (rows[row] ?? 0) ? -108 + i * 25 : 108 - (7 - i) * 25
        return `M${round(x)} ${y - 7}v14`
      })
      return line(`M-128 ${y}H128`, p.ink, 4) + line(beads, colors[row] ?? p.base, 21)
    })
  )
}

export function flask(p: Palette): string {
  return (
    shape("M-92 -130H-28V-50L36 96Q44 122 16 122H-136Q-164 122 -156 96L-92 -50Z", p.paper) +
    shape("M-118 8C-90 -8 -60 22 -2 8L36 96Q44 122 16 122H-136Q-164 122 -156 96Z", p.base) +
    box(-104, -142, 88, 20, p.deep, 9) +
    circle(-88, 62, 13, p.mid) +
    circle(-40, 84, 18, p.mid) +
    circle(-52, 34, 8, p.paper) +
    circle(-60, -168, 9, p.warm) +
    circle(-40, -196, 6, p.mid) +
    box(60, 26, 100, 96, p.paper, 12) +
    box(60, 74, 100, 48, p.warmDeep, 12) +
    box(54, 18, 112, 16, p.deep, 8) +
    line("M110 72V-60", p.leaf, 8) +
    shape("M110 -30C110 -76 148 -88 174 -84C170 -50 146 -28 110 -30Z", p.leaf) +
    shape("M110 -6C106 -44 74 -56 50 -50C54 -20 78 -2 110 -6Z", p.leaf)
  )
}

export function microscope(p: Palette): string {
  return (
    circle(112, -50, 62, p.paper) +
    ring(112, -50, 62, p.base, 8) +
    circle(94, -66, 20, p.mid) +
    circle(134, -72, 15, p.warm) +
    circle(122, -28, 22, p.mid) +
    circle(94, -66, 7, p.deep) +
    circle(134, -72, 5, p.warmDeep) +
    circle(122, -28, 8, p.deep) +
    line("M-50 -70C44 -64 54 66 -16 100", p.deep, 26) +
    box(-126, 100, 190, 28, p.deep, 14) +
    box(-132, 44, 112, 16, p.ink, 8) +
    at(
      -62,
      -64,
      18,
      1,
      box(-25, -70, 50, 112, p.base, 10),
      box(-17, -104, 34, 40, p.ink, 6),
      box(-15, 40, 30, 34, p.warm, 5),
    ) +
    circle(-2, 4, 19, p.warm)
  )
}

export function testTubes(p: Palette): string {
  const tile = (x: number, y: number, color: string, mark: string) =>
    box(x, y, 62, 62, color, 8) + circle(x + 20, y + 22, 7, mark) + line(`M${x + 16} ${y + 44}h30`, mark, 5)
  const levels = [34, 64, 22, 50]
  const liquids = [p.warm, p.base, p.leaf, p.warmDeep]
  return (
    tile(-164, -136, p.base, p.paper) +
    tile(-96, -136, p.paper, p.base) +
    tile(-28, -136, p.warm, p.ink) +
    tile(40, -136, p.paper, p.base) +
    tile(108, -136, p.deep, p.paper) +
    each(4, (i) => {
      const x = -108 + i * 60
      const level = levels[i] ?? 40
      return (
        box(x, -44, 36, 160, p.paper, 18) +
        shape(`M${x} ${96 - level}h36v${level}a18 18 0 0 1 -36 0z`, liquids[i] ?? p.base) +
        box(x - 5, -50, 46, 11, p.ink, 5)
      )
    }) +
    box(-140, 4, 272, 22, p.deep, 8) +
    box(-148, 104, 288, 26, p.deep, 10) +
    box(-140, 10, 18, 106, p.deep) +
    box(114, 10, 18, 106, p.deep)
  )
}

export function incline(p: Palette): string {
  return (
    cut("M-172 118L98 118L98 -62Z", p.base) +
    cut("M98 118L98 -62L62 -38L62 118Z", p.deep) +
    line("M-14 -25L98 -100", p.ink, 6) +
    line("M142 -84V28", p.ink, 6) +
    at(-52, 0, -33.7, 1, box(-46, -29, 92, 58, p.warm, 6), line("M-28 -11H28", p.warmDeep, 6)) +
    line("M98 -56L118 -86", p.ink, 12) +
    circle(118, -88, 31, p.paper) +
    ring(118, -88, 26, p.deep, 9) +
    circle(118, -88, 7, p.ink) +
    box(112, 26, 62, 68, p.warm, 6) +
    box(112, 26, 20, 68, p.warmDeep, 6)
  )
}

export function cone(p: Palette): string {
  return (
    oval(-6, 104, 134, 34, p.deep) +
    shape("M-6 -164L128 106A134 34 0 0 1 -140 106Z", p.base) +
    shape("M-6 -164L-58 137A134 34 0 0 1 -140 106Z", p.mid) +
    `<path d="M-174 58L96 -94L178 -56L-92 96Z" fill="${p.paper}" opacity=".88"/>` +
    at(-4, -2, -29, 1, oval(0, 0, 86, 29, p.warm), line("M-58 0H58M0 -18V18", p.warmDeep, 4)) +
    circle(-6, -164, 9, p.ink)
  )
}

export function molecule(p: Palette): string {
  const corner = (i: number, r: number) => {
    const angle = (i / 6) * Math.PI * 2 - Math.PI / 2
    return [Math.cos(angle) * r - 40, Math.sin(angle) * r + 8] as const
  }
  const hexagon = (r: number) => `M${each(6, (i) => `${i ? "L" : ""}${corner(i, r).map(round).join(" ")}`)}Z`
  return (
    line(hexagon(92), p.deep, 12) +
    line(hexagon(66), p.mid, 6) +
    line("M40 -38L118 -84L178 -48M40 54L112 98M-40 -84V-146", p.deep, 12) +
    each(6, (i) => circle(...corner(i, 92), 24, i % 2 ? p.deep : p.base)) +
    circle(118, -84, 22, p.base) +
    circle(182, -46, 28, p.warm) +
    circle(114, 100, 28, p.warm) +
    circle(-40, -150, 18, p.paper) +
    each(6, (i) => circle(corner(i, 92)[0] - 8, corner(i, 92)[1] - 8, 6, p.mid))
  )
}
