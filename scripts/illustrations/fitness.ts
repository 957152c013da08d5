import type { Palette } from "./palette.ts"
import { at, box, circle, line, oval, ring, shape } from "./shapes.ts"

/** Fitness, each drawn around (0, 0) within about 130 units. */

export function lotusPose(p: Palette): string {
  return (
    circle(0, -34, 128, p.warm) +
    oval(0, 120, 206, 24, p.paper) +
    shape("M-42 -62C-66 -20 -52 30 -46 78H46C52 30 66 -20 42 -62C24 -76 -24 -76 -42 -62Z", p.base) +
    shape(
      "M-164 92C-150 66 -70 52 0 78C70 52 150 66 164 92C170 116 120 122 0 104C-120 122 -170 116 -164 92Z",
      p.deep,
    ) +
    line("M-46 -48C-84 0 -112 40 -128 74", p.skin, 21) +
    line("M46 -48C84 0 112 40 128 74", p.skin, 21) +
    shape(
      "M-50 -52C-62 -40 -72 -24 -78 -12L-54 4L-40 -30ZM50 -52C62 -40 72 -24 78 -12L54 4L40 -30Z",
      p.base,
    ) +
    box(-13, -92, 26, 34, p.skin, 10) +
    circle(0, -112, 33, p.skin) +
    shape("M-34 -108C-38 -156 38 -156 34 -108C20 -128 -20 -128 -34 -108Z", p.ink) +
    circle(0, -154, 16, p.ink) +
    oval(-48, 102, 24, 11, p.skin) +
    oval(48, 102, 24, 11, p.skin)
  )
}

export function kettlebell(p: Palette): string {
  return (
    `<path d="M-146 2L-128 -84Q-122 -112 -94 -112H-42Q-14 -112 -8 -84L10 2H-22L-38 -70Q-40 -80 -50 -80H-86Q-96 -80 -98 -70L-114 2Z" fill="${p.deep}"/>` +
    circle(-68, 46, 90, p.base) +
    shape("M-20 -30A90 90 0 0 1 -20 122A110 110 0 0 0 -20 -30Z", p.deep) +
    box(-114, 122, 92, 12, p.deep, 5) +
    circle(-76, 44, 40, p.warm) +
    line("M-116 20Q-108 -6 -88 -16", p.paper, 8)
  )
}

export function bellAndRings(p: Palette): string {
  return (
    line("M86 -210V-66M178 -210V-34", p.warm, 12) +
    ring(86, -30, 38, p.paper, 14) +
    ring(178, 4, 38, p.paper, 14) +
    kettlebell(p) +
    at(
      116,
      116,
      0,
      1,
      box(-62, -9, 124, 18, p.ink, 6),
      box(-84, -32, 26, 64, p.warmDeep, 8),
      box(58, -32, 26, 64, p.warmDeep, 8),
    )
  )
}

export function shoe(p: Palette): string {
  return (
    line("M-280 96C-120 40 120 40 320 130M-280 142C-120 92 120 92 320 176", p.paper, 6) +
    at(
      0,
      0,
      -8,
      1,
      shape(
        "M-140 -66C-120 -50 -84 -50 -66 -92L-34 -86C-10 -40 44 -8 104 8C150 20 168 40 164 72H-150C-160 20 -150 -30 -140 -66Z",
        p.base,
      ),
      shape(
        "M-140 -66C-120 -50 -84 -50 -66 -92L-52 -90C-56 -36 -100 -10 -148 -8C-146 -28 -144 -48 -140 -66Z",
        p.deep,
      ),
      shape("M96 6C150 20 168 40 164 72H70C70 44 80 20 96 6Z", p.warm),
      shape("M-150 64H166C170 96 160 104 140 104H-132C-154 104 -154 84 -150 64Z", p.paper),
      line("M-120 86H140", p.mid, 5),
      line("M-26 -58L-52 -38M0 -34L-28 -14M30 -16L4 6M60 -2L36 20", p.paper, 9),
      shape("M-110 58C-60 50 0 30 30 40C0 50 -40 66 -110 58Z", p.warm),
    ) +
    line("M-236 -20H-176M-250 20H-190M-226 58H-180", p.base, 9)
  )
}

export function deskAndBall(p: Palette): string {
  return (
    at(
      112,
      0,
      0,
      1,
      box(-22, 92, 44, 40, p.warmDeep, 6),
      shape(
        "M0 96C-10 40 -60 30 -70 -14C-24 -12 -2 30 0 96ZM0 96C10 30 60 20 74 -30C24 -26 2 20 0 96ZM0 96C-16 20 -18 -30 6 -76C26 -30 18 30 0 96Z",
        p.leaf,
      ),
    ) +
    box(-156, -132, 76, 116, p.deep, 22) +
    line("M-118 -20V30", p.ink, 12) +
    box(-168, 24, 122, 26, p.deep, 13) +
    line("M-108 48V104M-164 124L-108 100L-52 124", p.ink, 12) +
    circle(-164, 126, 10, p.ink) +
    circle(-52, 126, 10, p.ink) +
    line("M-52 16V-20H-84", p.ink, 9) +
    circle(12, 66, 68, p.base) +
    shape("M44 6A68 68 0 0 1 20 133A84 84 0 0 0 44 6Z", p.warmDeep) +
    line("M-44 34Q6 8 66 34M-54 72Q8 50 78 72M-36 112Q10 96 58 112", p.soft, 5)
  )
}
