import type { Palette } from "./palette.ts"
import { at, box, circle, cut, each, line, oval, round, shape } from "./shapes.ts"

/** Subjects of the playing field, the pool and the board, each drawn around (0, 0) within about 130 units. */

function board(p: Palette, y: number): string {
  return each(2, (row) =>
    each(6, (i) => {
      const [top, bottom] = [y + row * 30, y + 30 + row * 30]
      const x = (edge: number, level: number) => round((edge - 3) * (58 + (level - y) * 0.28))
      return shape(
        `M${x(i, top)} ${top}L${x(i + 1, top)} ${top}L${x(i + 1, bottom)} ${bottom}L${x(i, bottom)} ${bottom}Z`,
        (i + row) % 2 ? p.deep : p.paper,
      )
    }),
  )
}

export function knight(p: Palette): string {
  return (
    board(p, 98) +
    shape(
      "M58 86C70 20 78 -30 56 -82C42 -118 10 -136 -16 -138L-14 -164L-40 -138C-62 -122 -70 -92 -94 -58C-106 -40 -98 -18 -80 -16C-66 -14 -58 -32 -40 -36C-24 -40 -14 -34 -18 -18C-26 18 -66 34 -58 86Z",
      p.base,
    ) +
    shape(
      "M58 86C70 20 78 -30 56 -82C42 -118 10 -136 -16 -138C20 -110 44 -60 36 -10C30 28 24 54 26 86Z",
      p.deep,
    ) +
    circle(-42, -88, 8, p.paper) +
    line("M-86 -38L-74 -42", p.deep, 6) +
    box(-84, 82, 168, 24, p.warm, 12) +
    box(-98, 102, 196, 30, p.deep, 12)
  )
}

export function kingRookClock(p: Palette): string {
  return (
    board(p, 100) +
    shape("M-150 110L-136 -50H-76L-62 110Z", p.base) +
    shape("M-106 -50H-76L-62 110H-98Z", p.deep) +
    oval(-106, -50, 44, 13, p.warm) +
    shape("M-142 -56C-150 -96 -124 -104 -106 -92C-88 -104 -62 -96 -70 -56Z", p.base) +
    line("M-106 -92V-138M-124 -120H-88", p.deep, 10) +
    box(-166, 98, 120, 24, p.deep, 10) +
    shape("M-14 114L-6 4H44L52 114Z", p.paper) +
    shape("M20 4H44L52 114H24Z", p.mid) +
    shape("M-18 6V-40H0V-24H10V-40H28V-24H38V-40H56V6Z", p.paper) +
    box(-28, 102, 94, 22, p.mid, 9) +
    box(76, 22, 128, 96, p.warm, 12) +
    circle(112, 70, 27, p.paper) +
    circle(170, 70, 27, p.paper) +
    line("M112 70V52M112 70H124M170 70V52M170 70L160 80", p.ink, 5) +
    box(96, 8, 30, 16, p.deep, 5) +
    box(154, 14, 30, 10, p.deep, 5)
  )
}

export function swimmer(p: Palette): string {
  const water = "#3d8fc2"
  const foam = "#8cc4e4"
  const rope = (y: number) =>
    line(`M-320 ${y}H330`, p.paper, 5) +
    line(
      each(17, (i) => `M${-320 + i * 40} ${y}h14`),
      p.warm,
      17,
    )
  return (
    box(-330, -136, 660, 350, water) +
    box(-330, -136, 660, 14, p.paper) +
    line(
      "M-280 -66q30 -16 60 0t60 0M100 -82q30 -16 60 0t60 0M-260 150q30 -16 60 0t60 0M120 156q30 -16 60 0t60 0",
      foam,
      6,
    ) +
    rope(-104) +
    rope(108) +
    line("M-60 12L-142 2L-196 14M-60 34L-138 46L-198 36", p.skin, 23) +
    line("M66 4C104 -44 156 -56 212 -40", p.skin, 21) +
    line("M58 42C34 86 -6 94 -48 80", p.skin, 21) +
    shape("M-78 22C-60 -10 40 -20 82 -2C96 10 96 36 82 46C40 62 -60 56 -78 22Z", p.deep) +
    shape("M34 -12C56 -12 72 -8 82 -2C96 10 96 36 82 46C72 52 56 55 34 55C46 32 46 10 34 -12Z", p.skin) +
    circle(116, 20, 33, p.warm) +
    shape("M102 -10A33 33 0 0 1 116 53Z", p.warmDeep) +
    each(5, (i) => circle(-226 - (i % 3) * 18, -8 + i * 16, 6 + (i % 3) * 3, p.paper)) +
    line("M226 -62q20 -10 34 4M232 -30q20 0 30 14M150 62q18 14 38 8", p.paper, 7)
  )
}

export function ball(p: Palette): string {
  const spot = (i: number) => {
    const angle = (i / 5) * Math.PI * 2 - Math.PI / 2
    return at(
      Math.cos(angle) * 76,
      Math.sin(angle) * 76,
      (i / 5) * 360,
      1,
      shape("M-21 -2L0 -12L21 -2L15 10L-15 10Z", p.ink),
    )
  }
  const seam = each(5, (i) => {
    const angle = (i / 5) * Math.PI * 2 - Math.PI / 2
    return `M${round(Math.cos(angle) * 30)} ${round(Math.sin(angle) * 30)}L${round(Math.cos(angle) * 68)} ${round(Math.sin(angle) * 68)}`
  })
  return (
    circle(0, 0, 86, p.paper) +
    line(seam, p.mid, 6) +
    cut("M0 -28L27 -9L17 23L-17 23L-27 -9Z", p.ink, 6) +
    each(5, spot)
  )
}

export function football(p: Palette): string {
  const net =
    each(12, (i) => `M${-176 + i * 32} -138L${-176 + i * 32 + (i - 5.5) * 4} 74`) +
    each(7, (i) => `M-186 ${-120 + i * 32}H186`)
  return (
    line(net, p.paper, 3) +
    line("M-186 108V-142H186V108", p.paper, 15) +
    at(34, 52, 12, 1, ball(p)) +
    line("M-130 132l-8 -22M-118 132l2 -26M170 132l8 -22M158 132l-2 -24", p.deep, 6)
  )
}

export function horse(p: Palette): string {
  const coat = "#a9683f"
  return (
    box(-150, -176, 300, 320, p.deep, 14) +
    box(-122, -150, 244, 294, p.base) +
    at(
      4,
      -26,
      0,
      1.12,
      shape(
        "M112 132C112 36 112 -20 76 -78L84 -126L50 -102C18 -108 -12 -92 -34 -56C-54 -24 -98 12 -112 36C-120 58 -100 78 -78 74C-48 70 -24 48 10 46C18 74 4 104 -22 132Z",
        coat,
      ),
      shape(
        "M112 132C112 36 112 -20 76 -78C64 -92 52 -102 44 -104C66 -60 58 -20 72 20C84 60 74 100 70 132Z",
        p.ink,
      ),
      shape("M-16 -76C-10 -50 -44 -4 -66 18L-88 24C-64 -4 -42 -44 -16 -76Z", p.paper),
      line("M-80 0L-48 62M-62 32L34 -62L44 -100", p.warm, 8),
      line("M-50 56Q20 100 98 76", p.warmDeep, 7),
      circle(2, -56, 9, p.ink),
      oval(-98, 46, 7, 9, p.ink),
      line("M-90 68L-72 62", p.ink, 5),
    ) +
    box(-150, 82, 300, 64, p.warm, 6) +
    line("M-140 90L140 138M140 90L-140 138", p.warmDeep, 9) +
    box(-162, 72, 324, 18, p.warmDeep, 6)
  )
}

export function cricket(p: Palette): string {
  return (
    each(3, (i) => box(-30 + i * 38, -86, 16, 216, p.warm, 7)) +
    box(-34, -96, 44, 12, p.warmDeep, 6) +
    box(14, -96, 44, 12, p.warmDeep, 6) +
    box(-60, 122, 152, 14, p.deep, 7) +
    at(
      -100,
      20,
      24,
      1,
      box(-30, -44, 60, 158, "#f0d3a1", 16),
      box(6, -36, 24, 142, "#dcb379", 12),
      cut("M-26 -40L26 -40L10 -66L-10 -66Z", "#f0d3a1"),
      box(-11, -140, 22, 86, p.deep, 10),
      line("M-9 -124L9 -116M-9 -104L9 -96M-9 -84L9 -76", p.mid, 4),
    ) +
    at(
      138,
      88,
      -20,
      1,
      circle(0, 0, 40, "#c8402f"),
      line("M-12 -38Q14 0 -12 38", p.paper, 6),
      line("M10 -24l10 -3M14 -8l10 -1M14 8l10 1M10 24l10 3", "#8f2a20", 4),
    ) +
    line("M168 18l24 -20M190 46l30 -10", p.paper, 7)
  )
}

export function badminton(p: Palette): string {
  const strings =
    each(
      7,
      (i) =>
        `M${-48 + i * 16} ${-Math.round(66 - ((i - 3) * 6) ** 2 / 9)}V${Math.round(66 - ((i - 3) * 6) ** 2 / 9)}`,
    ) + each(7, (i) => `M${-46 + Math.abs(i - 3) * 5} ${-51 + i * 17}H${46 - Math.abs(i - 3) * 5}`)
  return (
    at(
      -52,
      -12,
      -32,
      1,
      oval(0, -66, 66, 84, p.base),
      oval(0, -66, 54, 72, p.tint),
      at(0, -66, 0, 1, line(strings, p.mid, 2.5)),
      box(-5, 16, 10, 84, p.deep),
      box(-11, 92, 22, 74, p.warm, 8),
      line("M-10 108L10 116M-10 126L10 134M-10 144L10 152", p.warmDeep, 4),
    ) +
    at(
      112,
      -34,
      40,
      1,
      cut("M-22 40L22 40L54 -64L-54 -64Z", p.paper),
      line("M-14 40L-36 -62M0 40V-62M14 40L36 -62M-40 -18Q0 -6 40 -18M-31 14Q0 22 31 14", p.mid, 4),
      shape("M-26 40H26A26 28 0 0 1 -26 40Z", p.warm),
      box(-28, 36, 56, 12, p.deep, 5),
    ) +
    line("M160 -126L186 -158M186 -104L220 -130M128 -142L140 -172", p.paper, 7)
  )
}
