import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import {
  cornersOf,
  INK_COLORS,
  LINE_HEIGHT,
  NO_PICTURE,
  SQUARES,
  TEXT_FONT,
} from "#features/rooms/whiteboard-svg.ts"
import { drawFormula, imageOf } from "../whiteboard/formula/formulas.ts"
import { pictureAddress } from "../whiteboard/picture/picture-address.ts"
import { paintShape } from "../whiteboard/strokes/paint-shape.ts"
import { unpaintedFrom } from "./unpainted.ts"

/** Leaves the browser time for a frame after so many ms. */
const AT_ONCE_MS = 8

type Shape = Pick<Item, "kind" | "ink" | "size" | "points" | "text" | "picture">
type Paper = { squared: boolean; draft: Shape | null; size: { width: number; height: number } }
type Drawn = ImageBitmap | HTMLImageElement

/** Paints pages of the whiteboard in pixels: of a page that grew only what is new. */
export class PagePainter {
  private readonly paper: Canvas
  private readonly shown: Canvas
  private painted: readonly Item[] = []
  /** The paper that it was painted on; null for nothing. */
  private ground: string | null = null
  /** How many images have arrived that were missing in what is painted. */
  private arrived = 0
  private readonly images = new Map<string, Drawn | null>()
  private readonly classId: string
  private readonly onImage: () => void

  private readonly opaque: boolean

  /** `onImage` is called when a picture or a formula has arrived that was missing. `opaque`: on white paper. */
  constructor(classId: string, onImage: () => void, opaque: boolean) {
    this.classId = classId
    this.onImage = onImage
    this.opaque = opaque
    this.paper = newCanvas(opaque)
    this.shown = newCanvas(opaque)
  }

  /**
   * Returns a page with these items in their order, and over them what the pen is drawing. One of another size is
   * stretched to the size of a page.
   */
  async paint(items: readonly Item[], { squared, draft, size }: Paper): Promise<ImageBitmap> {
    const pen = this.paper.pen
    const ground = `${squared} ${size.width} ${size.height}`
    const from = this.ground === ground ? unpaintedFrom(this.painted, items) : 0
    for (const one of [pen, this.shown.pen])
      one.setTransform(PAGE.width / size.width, 0, 0, PAGE.height / size.height, 0, 0)
    if (from === 0) this.clear(pen, squared)
    // What is painted meanwhile is not what was asked for if this fails.
    this.ground = null
    const { arrived } = this
    let until = performance.now() + AT_ONCE_MS
    for (const item of items.slice(from)) {
      if (performance.now() > until) {
        await nextTask()
        until = performance.now() + AT_ONCE_MS
      }
      this.draw(pen, item)
    }
    // Taking the picture is as much work again.
    if (from < items.length) await nextTask()
    // An image that arrived meanwhile is missing in it.
    this.ground = arrived === this.arrived ? ground : null
    this.painted = items
    if (!draft) return createImageBitmap(this.paper.canvas)
    this.clear(this.shown.pen, false)
    this.shown.pen.drawImage(this.paper.canvas, 0, 0, size.width, size.height)
    this.draw(this.shown.pen, draft)
    return createImageBitmap(this.shown.canvas)
  }

  private clear(pen: CanvasRenderingContext2D, squared: boolean): void {
    Object.assign(pen, { fillStyle: "#ffffff", strokeStyle: SQUARES.color, lineWidth: 1, globalAlpha: 1 })
    pen.clearRect(0, 0, PAGE.width, PAGE.height)
    if (this.opaque) pen.fillRect(0, 0, PAGE.width, PAGE.height)
    if (squared) pen.stroke(new Path2D(SQUARES.path))
  }

  private draw(pen: CanvasRenderingContext2D, shape: Shape): void {
    const { kind, ink, size, points, text } = shape
    const color = INK_COLORS[ink]
    const [x1 = 0, y1 = 0] = points
    const { x, y, width, height } = cornersOf(shape)
    paintShape(pen, shape)
    if (kind === "picture" && shape.picture) {
      const image = this.imageOf(`picture ${shape.picture}`, () => this.loadPicture(shape.picture ?? ""))
      if (image) pen.drawImage(image, x, y, width, height)
      else Object.assign(pen, { fillStyle: NO_PICTURE }).fillRect(x, y, width, height)
    } else if (kind === "formula") {
      const image = this.imageOf(`formula ${color} ${text}`, () => loadFormula(text, color))
      if (image) pen.drawImage(image, x, y, width, height)
    } else if (kind === "text") {
      pen.font = `${size}px ${TEXT_FONT}`
      for (const [index, line] of text.split("\n").entries())
        pen.fillText(line, x1, y1 + size * (1 + index * LINE_HEIGHT))
    }
  }

  /** Returns an image that is there, and otherwise has it loaded: the page is painted anew when it has come. */
  private imageOf(key: string, load: () => Promise<Drawn | null>): Drawn | null {
    const known = this.images.get(key)
    if (known !== undefined) return known
    this.images.set(key, null)
    load().then(
      (image) => {
        if (!image) return
        this.images.set(key, image)
        this.ground = null
        this.arrived += 1
        this.onImage()
      },
      // Tried again with the next change.
      () => this.images.delete(key),
    )
    return null
  }

  private async loadPicture(id: string): Promise<ImageBitmap> {
    const answer = await fetch(pictureAddress(this.classId, id, "large"))
    if (!answer.ok) throw new Error(`picture ${id} answered ${answer.status}`)
    return createImageBitmap(await answer.blob())
  }
}

async function loadFormula(tex: string, color: string): Promise<HTMLImageElement | null> {
  const { drawing } = await drawFormula(tex)
  if (!drawing) return null
  const image = new Image()
  image.src = imageOf(drawing, color)
  await image.decode()
  return image
}

const nextTask = () => new Promise((done) => setTimeout(done))

type Canvas = { canvas: HTMLCanvasElement; pen: CanvasRenderingContext2D }

function newCanvas(opaque: boolean): Canvas {
  const canvas = document.createElement("canvas")
  Object.assign(canvas, PAGE)
  const pen = canvas.getContext("2d", { alpha: !opaque })
  if (!pen) throw new Error("this browser draws no pictures")
  Object.assign(pen, { lineCap: "round", lineJoin: "round" })
  return { canvas, pen }
}
