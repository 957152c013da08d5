import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { drawingsBy, drawPage, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import { drawFormula } from "./formula/formulas.ts"

/** Returns items of the whiteboard, on squared paper or plain, as a PNG file. Throws if the browser can't make one. */
export async function pictureOf(items: readonly Item[], squared: boolean, name: string): Promise<File> {
  const drawings = drawingsBy(await Promise.all(formulasIn(items).map(drawFormula)))
  const image = new Image(PAGE.width, PAGE.height)
  // As a data URL, because the page's policy doesn't allow blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawPage(items, squared, drawings))}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = PAGE.width
  canvas.height = PAGE.height
  canvas.getContext("2d")?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"))
  if (!blob) throw new Error("the browser made no picture of the page")
  return new File([blob], name, { type: "image/png" })
}
