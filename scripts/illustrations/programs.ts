import * as school from "./academics.ts"
import * as letters from "./academics-more.ts"
import * as arts from "./arts.ts"
import * as fitness from "./fitness.ts"
import * as music from "./music.ts"
import type { Palette } from "./palette.ts"
import * as places from "./places.ts"
import type { Scene } from "./scene.ts"
import { at } from "./shapes.ts"
import * as sports from "./sports.ts"

type Setting = Partial<Pick<Scene, "ground" | "texture" | "warmDisc" | "night">>

/** Sets a motif at a place and scale before its disc. Without a setting there is neither ground nor texture. */
function show(
  motif: (palette: Palette) => string,
  [x, y, scale]: readonly [number, number, number],
  disc: Scene["disc"],
  setting: Setting,
): Scene {
  return {
    ground: "none",
    texture: "none",
    disc,
    ...setting,
    draw: (palette) => at(x, y, 0, scale, motif(palette)),
  }
}

/** What each program's picture shows, by the program's slug. */
export const PROGRAM_SCENES: Record<string, Scene> = {
  "class-10-mathematics-board-year": show(school.compass, [326, 222, 1.05], [330, 210, 168], {
    texture: "grid",
  }),
  "algebra-and-geometry-class-8": show(school.balance, [320, 200, 1.02], [320, 180, 150], {
    ground: "table",
    texture: "dots",
    warmDisc: true,
  }),
  "calculus-and-vectors-class-12": show(school.curve, [322, 204, 1.1], [220, 150, 190], {}),
  "icse-mathematics-class-9": show(school.protractor, [320, 206, 1], [360, 170, 160], {
    ground: "table",
    warmDisc: true,
  }),
  "abacus-and-mental-maths": show(school.abacus, [320, 204, 1.08], [320, 190, 172], {
    ground: "table",
    texture: "rays",
    warmDisc: true,
  }),
  "science-by-experiment-class-7": show(school.flask, [324, 224, 0.95], [250, 176, 160], { ground: "table" }),
  "class-9-science-motion-matter-cells": show(school.microscope, [310, 206, 1.08], [400, 160, 150], {
    ground: "table",
    texture: "dots",
    warmDisc: true,
  }),
  "icse-chemistry-class-10": show(school.testTubes, [324, 206, 1.04], [320, 214, 158], { ground: "table" }),
  "jee-physics-mechanics": show(school.incline, [312, 216, 1.06], [300, 190, 160], {
    ground: "floor",
    texture: "grid",
    warmDisc: true,
  }),
  "jee-mathematics-problem-studio": show(school.cone, [320, 210, 1.02], [330, 214, 176], {
    texture: "grid",
    night: true,
  }),
  "jee-organic-chemistry-mechanisms": show(school.molecule, [308, 208, 1.04], [270, 204, 170], {
    texture: "dashes",
    night: true,
  }),
  "neet-biology-line-by-line": show(letters.helix, [300, 196, 1.02], [300, 186, 164], { ground: "hill" }),
  "neet-physics-for-biology-lovers": show(letters.prism, [320, 206, 1.1], [320, 206, 176], { night: true }),
  "english-grammar-and-composition": show(letters.bookAndPen, [320, 222, 1.06], [320, 190, 168], {
    ground: "table",
  }),
  "spoken-english-with-ease": show(letters.speech, [324, 208, 1.04], [320, 186, 158], {
    ground: "floor",
    warmDisc: true,
  }),
  "social-studies-class-10": show(letters.globe, [322, 200, 1], [330, 190, 166], {
    ground: "table",
    texture: "dashes",
    warmDisc: true,
  }),
  "stories-of-the-subcontinent": show(places.gateway, [312, 208, 1], [430, 150, 106], {
    ground: "hill",
    warmDisc: true,
  }),
  "french-from-bonjour": show(places.cafe, [326, 214, 1.02], [380, 160, 140], { ground: "hill" }),
  "german-a1-for-school-students": show(places.timberHouse, [320, 206, 1.04], [320, 160, 150], {
    ground: "hill",
    warmDisc: true,
  }),
  "handwriting-clinic": show(letters.pencilLoops, [314, 206, 1.06], [380, 190, 184], {}),
  "young-entrepreneurs": show(letters.stall, [320, 210, 1.06], [320, 190, 168], {
    ground: "floor",
    texture: "rays",
  }),
  "young-learners-program": show(letters.blocks, [326, 212, 1.06], [350, 190, 160], { ground: "floor" }),
  "chess-first-hundred-games": show(sports.knight, [322, 216, 1.02], [320, 180, 166], {}),
  "tournament-chess": show(sports.kingRookClock, [314, 206, 1.06], [270, 180, 160], {
    texture: "dots",
    night: true,
  }),
  "learn-to-swim": show(sports.swimmer, [320, 206, 1], [320, 206, 40], { texture: "dots" }),
  "football-foundations": show(sports.football, [318, 208, 1.06], [320, 150, 150], {
    ground: "hill",
    warmDisc: true,
  }),
  "horse-riding-basics": show(sports.horse, [320, 212, 1.04], [300, 190, 172], { ground: "floor" }),
  "cricket-batting-and-bowling": show(sports.cricket, [310, 210, 1.1], [380, 150, 128], {
    ground: "hill",
    warmDisc: true,
  }),
  "badminton-footwork-first": show(sports.badminton, [312, 210, 1.06], [300, 190, 168], { ground: "floor" }),
  "acoustic-guitar-first-songs": show(music.guitar, [290, 220, 1.02], [300, 220, 160], { texture: "staff" }),
  "keyboard-for-beginners": show(music.keys, [320, 226, 1.06], [330, 190, 160], {
    texture: "staff",
    warmDisc: true,
  }),
  "drums-groove-and-time": show(music.drums, [320, 212, 1.08], [320, 190, 150], {
    ground: "floor",
    texture: "rays",
    night: true,
  }),
  "hindustani-vocal-foundation": show(music.tanpura, [292, 208, 1.06], [280, 190, 166], {
    ground: "floor",
    night: true,
  }),
  "tabla-bol-by-bol": show(music.tabla, [326, 208, 1.1], [320, 190, 166], {
    ground: "floor",
    texture: "dots",
    warmDisc: true,
  }),
  "bansuri-breath-and-tone": show(music.bansuri, [316, 206, 1.06], [330, 180, 160], { ground: "hill" }),
  "morning-yoga-for-students": show(fitness.lotusPose, [320, 214, 1.02], [320, 172, 172], {
    ground: "hill",
    texture: "rays",
  }),
  "strong-teens-bodyweight": show(fitness.bellAndRings, [304, 212, 1.06], [280, 200, 164], {
    ground: "floor",
  }),
  "first-five-kilometres": show(fitness.shoe, [322, 208, 1.12], [350, 180, 156], {
    ground: "wave",
    warmDisc: true,
  }),
  "strong-back-at-work": show(fitness.deskAndBall, [316, 210, 1.08], [310, 190, 158], {
    ground: "floor",
    texture: "grid",
  }),
  "art-and-craft-saturdays": show(arts.scissorsAndFlowers, [312, 204, 1.1], [340, 190, 172], {
    ground: "table",
  }),
  "bharatanatyam-first-adavus": show(arts.dancer, [314, 216, 1.1], [320, 190, 168], {
    ground: "floor",
    texture: "rays",
  }),
  "pottery-on-the-wheel": show(arts.potOnWheel, [320, 206, 1.06], [320, 170, 158], { ground: "table" }),
  "madhubani-painting": show(arts.folkFish, [320, 200, 1.08], [320, 204, 180], { texture: "dots" }),
  "watercolour-landscapes": show(arts.paletteAndHills, [302, 212, 1.06], [260, 180, 172], {
    ground: "table",
  }),
  "karate-white-to-green-belt": show(
    (p) => arts.jacketAndBelt(p, p.leaf),
    [320, 202, 1.08],
    [320, 190, 172],
    { ground: "floor", warmDisc: true },
  ),
  "taekwondo-kicks-and-control": show(arts.highKick, [286, 214, 1.06], [300, 200, 158], {
    ground: "floor",
    texture: "rays",
  }),
  "kalaripayattu-body-and-blade": show(arts.shieldAndSwords, [304, 206, 1.02], [280, 196, 170], {
    ground: "hill",
    night: true,
  }),
}
