import * as school from "./academics.ts"
import * as letters from "./academics-more.ts"
import * as arts from "./arts.ts"
import * as fitness from "./fitness.ts"
import * as music from "./music.ts"
import { PALETTES, type Palette, paletteOf } from "./palette.ts"
import * as places from "./places.ts"
import { drawScene, type Scene } from "./scene.ts"
import { at, box, circle, line, ring, seeded, shape } from "./shapes.ts"
import * as sports from "./sports.ts"

/** Pictures of the blog: a motif of the house, and beside it the sign of the article's category. */

type Draw = (palette: Palette) => string
type Mark = { service: string; ground: Scene["ground"]; texture: Scene["texture"]; draw: Draw }

/** What an article's `illustration` may name. */
const MOTIFS: Record<string, Draw> = {
  abacus: school.abacus,
  badminton: sports.badminton,
  balance: school.balance,
  bookAndPen: letters.bookAndPen,
  cafe: places.cafe,
  compass: school.compass,
  deskAndBall: fitness.deskAndBall,
  football: sports.football,
  gateway: places.gateway,
  guitar: music.guitar,
  helix: letters.helix,
  incline: school.incline,
  kingRookClock: sports.kingRookClock,
  knight: sports.knight,
  lotusPose: fitness.lotusPose,
  microscope: school.microscope,
  pencilLoops: letters.pencilLoops,
  pot: arts.pot,
  prism: letters.prism,
  scissorsAndFlowers: arts.scissorsAndFlowers,
  shoe: fitness.shoe,
  speech: letters.speech,
  tabla: music.tabla,
  tanpura: music.tanpura,
}

function alarmClock(p: Palette): string {
  return (
    line("M-34 44L-44 62M34 44L44 62", p.deep, 12) +
    shape("M-54 -30A28 28 0 0 1 -16 -58Z M54 -30A28 28 0 0 0 16 -58Z", p.warm) +
    circle(0, 0, 56, p.deep) +
    circle(0, 0, 43, p.paper) +
    line("M0 -26V2L18 14", p.ink, 8)
  )
}

function bookPile(p: Palette): string {
  return (
    box(-62, 34, 124, 28, p.deep, 6) +
    box(-46, 8, 104, 26, p.warm, 6) +
    box(-58, -18, 108, 26, p.base, 6) +
    line("M-40 48H-8M-24 21H4M-38 -5H-12", p.paper, 5) +
    shape("M22 -18V22L32 12L42 22V-18Z", p.paper)
  )
}

function signpost(p: Palette): string {
  return (
    box(-7, -64, 14, 128, p.deep, 5) +
    shape("M-12 -56H46L66 -38L46 -20H-12Z", p.warm) +
    shape("M12 -12H-46L-66 6L-46 24H12Z", p.base) +
    line("M6 -38H38M-38 6H-6", p.paper, 6)
  )
}

function circular(p: Palette): string {
  return (
    at(
      0,
      0,
      6,
      1,
      box(-46, -62, 92, 124, p.paper, 8),
      line("M-28 -40H6M-28 -14H28M-28 6H28", p.mid, 6),
      circle(16, 36, 17, p.warm),
    ) + line("M24 40L32 50L50 24", p.deep, 8)
  )
}

function rosette(p: Palette): string {
  return (
    shape("M-26 14L-40 66L-14 54L0 66V14Z M26 14L40 66L14 54L0 66V14Z", p.deep) +
    circle(0, -16, 46, p.warm) +
    ring(0, -16, 34, p.paper, 5) +
    line("M-16 -16L-4 -2L18 -30", p.paper, 9)
  )
}

const MARKS: Record<string, Mark> = {
  "exam-tips": { service: "Fitness", ground: "table", texture: "none", draw: alarmClock },
  "study-guides": { service: "Academics", ground: "table", texture: "none", draw: bookPile },
  "career-advice": { service: "Brand", ground: "hill", texture: "none", draw: signpost },
  "curriculum-updates": { service: "Martial Arts", ground: "floor", texture: "grid", draw: circular },
  "success-stories": { service: "Art & Culture", ground: "wave", texture: "rays", draw: rosette },
}

/** Wide motifs are drawn further left and smaller, to leave space for the sign. */
const WIDE = new Set(["kingRookClock", "prism", "shoe"])

/** The picture of an article. Throws when the category or the motif is unknown. */
export function drawArticle(slug: string, category: string, illustration: string): string {
  const mark = MARKS[category]
  const motif = MOTIFS[illustration]
  if (!mark || !motif) throw new Error(`${slug}: no picture for ${category} with ${illustration}`)
  const random = seeded(slug)
  const [x, scale] = WIDE.has(illustration) ? [248, 0.86] : [272, 0.98]
  const scene: Scene = {
    ground: mark.ground,
    texture: mark.texture,
    disc: [250 + random() * 60, 176 + random() * 24, 150 + random() * 20],
    warmDisc: random() < 0.4,
    draw: (p) => at(x, 204, 0, scale, motif(p)) + at(536, 290, 0, 0.94, mark.draw(p)),
  }
  return drawScene(scene, PALETTES[mark.service] ?? paletteOf("#0f766e"), random)
}
