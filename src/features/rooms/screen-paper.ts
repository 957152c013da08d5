import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { type Item, isStroke } from "./whiteboard.ts"

/** The size of what is drawn on, in units that are as large on it as a whiteboard's are on its page. */
export type Paper = { width: number; height: number }

/** Returns a picture's paper: as large as fits a page of the whiteboard, and as high for its width as the picture. */
export function paperOf({ width, height }: { width: number; height: number }): Paper {
  if (width <= 0 || height <= 0) return PAGE
  const fit = Math.min(PAGE.width / width, PAGE.height / height)
  return { width: width * fit, height: height * fit }
}

type Placed = Pick<Item, "kind" | "points">

/** Returns a shape as it is shown on a paper. Everybody keeps its places as if the picture were a whole page. */
export function ontoPaper<S extends Placed>(shape: S, paper: Paper): S {
  return placed(shape, paper.width / PAGE.width, paper.height / PAGE.height, (at) => at)
}

/** Returns a shape on a paper as everybody keeps it. */
export function fromPaper<S extends Placed>(shape: S, paper: Paper): S {
  return placed(shape, PAGE.width / paper.width, PAGE.height / paper.height, whole)
}

function placed<S extends Placed>(shape: S, sx: number, sy: number, round: (at: number) => number): S {
  const step = isStroke(shape.kind) ? 3 : 2
  const points = shape.points.map((at, index) => {
    if (index % step > 1) return at
    return round(at * (index % step === 0 ? sx : sy))
  })
  return { ...shape, points }
}

/** A coordinate as the contract takes it. */
const whole = (at: number) => Math.max(-20_000, Math.min(20_000, Math.round(at)))

/** Returns where a picture is that is shown whole in the middle of a box, as by `object-fit: contain`. */
export function pictureIn(box: { width: number; height: number }, { width, height }: Paper) {
  const scale = Math.min(box.width / width, box.height / height)
  return { left: (box.width - width * scale) / 2, top: (box.height - height * scale) / 2, scale }
}
