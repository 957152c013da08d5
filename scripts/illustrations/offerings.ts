import * as letters from "./academics-more.ts"
import * as arts from "./arts.ts"
import * as fitness from "./fitness.ts"
import * as music from "./music.ts"
import type { Scene } from "./scene.ts"
import { at } from "./shapes.ts"
import * as sports from "./sports.ts"

/** One wide picture per service, made of the things its programs are about. Keys are file names. */
export const OFFERING_SCENES: Record<string, { service: string; scene: Scene }> = {
  academics: {
    service: "Academics",
    scene: {
      ground: "table",
      texture: "dots",
      disc: [330, 180, 160],
      warmDisc: true,
      draw: (p) => at(466, 188, 0, 0.82, letters.globe(p)) + at(226, 246, 0, 0.94, letters.bookAndPen(p)),
    },
  },
  sports: {
    service: "Sports",
    scene: {
      ground: "hill",
      texture: "none",
      disc: [320, 170, 158],
      draw: (p) => at(340, 188, 0, 1.02, sports.badminton(p)) + at(148, 282, -14, 0.94, sports.ball(p)),
    },
  },
  music: {
    service: "Music",
    scene: {
      ground: "floor",
      texture: "staff",
      disc: [320, 190, 160],
      warmDisc: true,
      draw: (p) => at(430, 246, 0, 0.86, music.tabla(p)) + at(232, 206, -62, 0.94, music.guitarAlone(p)),
    },
  },
  fitness: {
    service: "Fitness",
    scene: {
      ground: "hill",
      texture: "rays",
      disc: [290, 180, 164],
      draw: (p) => at(280, 210, 0, 0.98, fitness.lotusPose(p)) + at(586, 296, 0, 0.56, fitness.kettlebell(p)),
    },
  },
  "art-and-culture": {
    service: "Art & Culture",
    scene: {
      ground: "table",
      texture: "none",
      disc: [320, 180, 168],
      draw: (p) => at(400, 196, 0, 1, arts.paletteAndHills(p)) + at(158, 224, 0, 0.82, arts.pot(p)),
    },
  },
  "martial-arts": {
    service: "Martial Arts",
    scene: {
      ground: "floor",
      texture: "none",
      disc: [320, 190, 168],
      warmDisc: true,
      draw: (p) =>
        at(256, 202, 0, 0.98, arts.jacketAndBelt(p, p.ink)) + at(490, 262, 0, 0.72, arts.shieldAndSwords(p)),
    },
  },
}
