import { PALETTES, type Palette, paletteOf } from "./palette.ts"
import { svg } from "./scene.ts"
import { at, blob, box, circle, cut, each, lift, line, oval, ring, seeded, shape } from "./shapes.ts"

/**
 * Small drawings for screens with nothing to show, drawn around (0, 0), 240 by 180. They suit either theme.
 */
const SPOTS: Record<string, (p: Palette) => string> = {
  "no-classes": (p) =>
    box(-66, -58, 132, 112, p.paper, 12) +
    shape("M-66 -26V-46A12 12 0 0 1 -54 -58H54A12 12 0 0 1 66 -46V-26Z", p.base) +
    line("M-36 -70V-48M36 -70V-48", p.deep, 9) +
    line(
      each(12, (i) => `M${-42 + (i % 4) * 28} ${-6 + Math.floor(i / 4) * 22}h0`),
      "#cfdcd8",
      12,
    ) +
    circle(14, 16, 13, p.warm) +
    at(74, 40, -12, 1, circle(0, 0, 28, p.deep), circle(0, 0, 20, p.paper), line("M0 -11V1L9 6", p.deep, 4)),
  "no-programs": (p) =>
    box(-84, 34, 168, 12, p.deep, 5) +
    at(
      -44,
      34,
      0,
      1,
      box(-26, -76, 22, 76, p.base, 4),
      box(-2, -58, 20, 58, p.warm, 4),
      at(34, 0, -14, 1, box(-10, -66, 20, 66, "#e8604c", 4)),
    ) +
    line("M58 22L82 50", p.deep, 13) +
    circle(36, -6, 36, p.deep) +
    circle(36, -6, 27, "#dff0ec") +
    line("M20 -14A20 20 0 0 1 34 -26", p.paper, 6),
  "no-recordings": (p) =>
    box(-78, -48, 156, 100, p.deep, 14) +
    box(-66, -36, 132, 64, "#dff0ec", 6) +
    shape("M-14 -26L24 -4L-14 18Z", p.warm) +
    line("M-62 40H30", p.mid, 6) +
    circle(-36, 40, 8, p.paper) +
    at(74, -44, 0, 1, circle(0, 0, 19, p.paper), circle(0, 0, 10, "#e8604c")),
  "no-requests": (p) =>
    shape("M-74 -8L0 -64L74 -8V56H-74Z", p.deep) +
    at(0, -14, -3, 1, box(-50, -46, 100, 90, p.paper, 6), line("M-30 -22H30M-30 -2H12", p.mid, 6)) +
    shape("M-74 -6L0 36L74 -6V50A8 8 0 0 1 66 58H-66A8 8 0 0 1 -74 50Z", p.base) +
    line("M-68 52L-20 20M68 52L20 20", p.deep, 4) +
    at(70, -40, 8, 1, shape("M-18 10C-10 2 -12 -22 0 -22S10 2 18 10Z", p.warm), circle(0, 15, 6, p.warmDeep)),
  "empty-basket": (p) =>
    shape("M-70 -14H70L52 58H-52Z", p.base) +
    line("M-34 8V40M0 8V40M34 8V40", p.deep, 7) +
    box(-82, -26, 164, 18, p.deep, 8) +
    line("M-44 -26L-18 -66M44 -26L18 -66", p.deep, 9) +
    at(46, -50, 12, 1, shape("M-18 -14L-8 -20C-4 -12 4 -12 8 -20L18 -14L12 0L8 -3V20H-8V-3L-12 0Z", p.warm)),
  "not-found": (p) =>
    box(-6, -64, 12, 124, p.deep, 5) +
    at(0, -42, -5, 1, shape("M-58 -18H46L64 0L46 18H-58Z", p.base), line("M-38 0H24", p.paper, 6)) +
    at(0, 2, 6, 1, shape("M58 -17H-42L-60 0L-42 17H58Z", p.warm), line("M-22 0H36", p.warmDeep, 6)) +
    shape("M-46 62C-40 40 40 40 46 62Z", p.mid) +
    at(
      76,
      46,
      0,
      1,
      shape("M-20 14C-24 -10 24 -10 20 14Z", "#e8604c"),
      circle(0, -18, 11, p.paper),
      line("M0 -7V2", p.paper, 5),
    ) +
    line("M-92 52q8 -14 16 0q8 -10 14 0", p.leaf, 5),
  error: (p) =>
    line("M-104 40C-84 40 -84 8 -56 8H-42M104 -34C82 -34 86 8 56 8H42", p.deep, 8) +
    at(-36, 8, -4, 1, box(-24, -22, 36, 44, p.base, 10), line("M14 -10H26M14 10H26", p.warm, 7)) +
    at(40, 8, 4, 1, box(-12, -22, 36, 44, "#e8604c", 10), box(-18, -16, 8, 32, p.paper, 4)) +
    line("M0 -34V-52M-18 -30L-28 -44M18 -30L28 -44M0 48V62M-18 44L-26 56M18 44L26 56", p.warm, 6),
  offline: (p) =>
    shape("M-60 26A30 30 0 0 1 -54 -32A44 44 0 0 1 30 -44A36 36 0 0 1 60 26Z", p.paper) +
    shape("M-60 26A30 30 0 0 1 -84 -10C-40 20 30 14 84 -16A36 36 0 0 1 60 26Z", p.soft) +
    line("M-24 -6A34 34 0 0 1 24 -6M-10 10A16 16 0 0 1 10 10", p.base, 8) +
    line("M40 -54L-40 44", "#e8604c", 9) +
    line("M-36 52v10M0 50v16M36 52v10", p.warm, 7),
}

/** File name to SVG, for every empty state. */
export function drawSpots(): [name: string, picture: string][] {
  // The dark shade is lighter than elsewhere: these drawings have no panel behind them on a dark page.
  const p = { ...(PALETTES.Brand ?? paletteOf("#0f766e")), deep: "#39757c", base: "#128478" }
  return Object.entries(SPOTS).map(([name, draw]) => {
    const ground = `<g opacity=".2">${blob(120, 92, 104, 76, seeded(name), p.base)}</g>`
    const scraps =
      circle(26, 48, 5, p.warm) + circle(216, 124, 6, p.base) + line("M206 34h14M213 27v14", p.warm, 4)
    return [name, svg(240, 180, ground, scraps, lift(p.ink, at(120, 94, 0, 1, draw(p))))]
  })
}

type Look = {
  name: string
  wall: string
  clothes: string
  skin: string
  hair: string
  draw: (look: Look) => string
}

const LOOKS: Look[] = [
  {
    name: "meenakshi-varadarajan",
    wall: "#c9e0dc",
    clothes: "#c5473b",
    skin: "#a9683f",
    hair: "#2a2230",
    draw: (l) =>
      circle(120, 52, 24, l.hair) +
      line("M100 44A24 24 0 0 1 140 44", "#fffdf8", 9) +
      bust(l) +
      shape("M76 112C70 50 170 50 164 112C152 84 88 84 76 112Z", l.hair) +
      line("M168 182C146 206 138 222 134 244", "#f0a020", 19) +
      circle(120, 90, 4, "#c5473b"),
  },
  {
    name: "kabir-ahluwalia",
    wall: "#d3d6f5",
    clothes: "#3b6ea5",
    skin: "#c98f63",
    hair: "#2a2230",
    draw: (l) =>
      bust(l) +
      shape("M80 118C84 178 156 178 160 118C152 138 138 140 120 138S88 138 80 118Z", l.hair) +
      shape("M68 104C60 34 180 34 172 104C150 74 132 66 120 66S90 74 68 104Z", "#e39a1c") +
      line("M76 92C96 66 120 56 166 92M88 66C110 56 136 58 154 68", "#b8741a", 5) +
      line("M106 188L120 206L134 188", "#fffdf8", 8),
  },
  {
    name: "esther-lalthanpuii",
    wall: "#cde8da",
    clothes: "#2f9e6e",
    skin: "#d6a578",
    hair: "#231d28",
    draw: (l) =>
      shape("M68 118C58 40 182 40 172 118L176 176H64Z", l.hair) +
      bust(l) +
      shape("M76 112C78 56 162 56 164 112C146 98 140 86 134 78C116 98 92 100 76 112Z", l.hair) +
      line("M76 198V244M164 198V244", "#fffdf8", 8),
  },
  {
    name: "ravindra-bhosale",
    wall: "#ead6f4",
    clothes: "#f4e9d8",
    skin: "#8d5a3b",
    hair: "#8c8791",
    draw: (l) =>
      bust(l) +
      shape("M76 104C74 54 166 54 164 104C160 84 148 76 120 76S80 84 76 104Z", l.hair) +
      line("M104 130Q120 120 136 130", l.hair, 9) +
      ring(102, 108, 15, "#2a2230", 4) +
      ring(138, 108, 15, "#2a2230", 4) +
      line("M117 106H123M120 192V226", "#2a2230", 4) +
      line("M74 200C84 214 92 230 94 244", "#9b4dca", 17),
  },
  {
    name: "nusrat-jahan-khan",
    wall: "#f8d5cd",
    clothes: "#9b4dca",
    skin: "#c98f63",
    hair: "#2a2230",
    draw: (l) =>
      shape("M62 140C46 22 194 22 178 140C188 178 196 196 198 244H42C44 196 52 178 62 140Z", "#0f766e") +
      bust(l) +
      shape("M78 106C80 62 160 62 162 106C148 86 92 86 78 106Z", l.hair) +
      shape("M74 150C84 206 156 206 166 150C176 190 172 216 160 244H80C68 216 64 190 74 150Z", "#129186"),
  },
  {
    name: "tarun-pillai",
    wall: "#fbe1b4",
    clothes: "#1c2333",
    skin: "#a9683f",
    hair: "#2a2230",
    draw: (l) =>
      bust(l) +
      shape(
        "M76 106C60 60 92 42 116 54C134 36 184 54 164 106C160 92 156 86 148 84C128 88 104 84 90 82C82 88 78 96 76 106Z",
        l.hair,
      ) +
      line("M84 132Q120 172 156 132", l.hair, 8) +
      cut("M104 190L120 212L136 190", "#f0a020", 4) +
      line("M72 104A50 50 0 0 1 168 104", "#e8604c", 8) +
      box(62, 98, 18, 34, "#e8604c", 9) +
      box(160, 98, 18, 34, "#e8604c", 9),
  },
]

/** Shoulders, neck and a face without features. */
export function bust(look: Pick<Look, "clothes" | "skin">): string {
  return (
    shape("M36 244C36 196 70 182 120 182S204 196 204 244Z", look.clothes) +
    shape("M102 150H138V184Q120 204 102 184Z", look.skin) +
    oval(120, 114, 45, 50, look.skin) +
    `<path d="M102 160Q120 172 138 160V172Q120 184 102 172Z" fill="#1c2333" opacity=".15"/>`
  )
}

/** File name to SVG, one portrait without features per member of the team. */
export function drawAvatars(): [name: string, picture: string][] {
  return LOOKS.map((look) => [
    look.name,
    svg(
      240,
      240,
      box(0, 0, 240, 240, look.wall),
      `<g opacity=".5">${blob(128, 118, 96, 94, seeded(look.name), "#fffdf8")}</g>`,
      look.draw(look),
    ),
  ])
}
