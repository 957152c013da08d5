import { svg } from "./scene.ts"
import { box, shape } from "./shapes.ts"

const TEAL = "#0f766e"
const PAPER = "#fffdf8"
const MARIGOLD = "#f0a020"

/** An arched doorway whose sill is an open book, with a lamp's flame in the opening. */
function doorway(): string {
  return (
    shape("M8 60V28C8 13 18.5 4 32 4S56 13 56 28V60Z", TEAL) +
    shape("M32 58C26 52 20 50 13 50V38C21 38 27 40 32 45C37 40 43 38 51 38V50C44 50 38 52 32 58Z", PAPER) +
    shape("M32 45C30 43.5 28 42 26 41L32 54L38 41C36 42 34 43.5 32 45Z", "#cfe5e0") +
    shape("M32 10C39 17 41 22 41 26.5A9 9 0 0 1 23 26.5C23 22 25 17 32 10Z", MARIGOLD) +
    shape("M32 20C35 23.5 36 26 36 28A4 4 0 0 1 28 28C28 26 29 23.5 32 20Z", "#ffe2a6")
  )
}

/** The mark beside the name. */
export function drawLogo(): string {
  return svg(64, 64, doorway())
}

/** The mark on a tile of its own, simple enough for sixteen pixels. */
export function drawFavicon(): string {
  return svg(
    64,
    64,
    box(0, 0, 64, 64, TEAL, 15),
    shape("M32 56C25 49 17 47 8 47V33C18 33 26 36 32 42C38 36 46 33 56 33V47C47 47 39 49 32 56Z", PAPER),
    shape("M32 6C41 15 43 20 43 25A11 11 0 0 1 21 25C21 20 23 15 32 6Z", MARIGOLD),
  )
}
