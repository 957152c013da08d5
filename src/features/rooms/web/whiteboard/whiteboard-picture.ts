import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import {
  drawingsBy,
  drawPage,
  formulasIn,
  type Pictures,
  picturesIn,
} from "#features/rooms/whiteboard-svg.ts"
import { drawFormula } from "./formula/formulas.ts"
import { pictureAddress } from "./picture/picture-address.ts"

type Page = { classId: string; items: readonly Item[]; squared: boolean }

/** Returns a page of the whiteboard, on squared paper or plain, as a PNG file. Throws if the browser can't make one. */
export async function pictureOf({ classId, items, squared }: Page, name: string): Promise<File> {
  const drawings = drawingsBy(await Promise.all(formulasIn(items).map(drawFormula)))
  const pictures = await fetchPictures(classId, picturesIn(items))
  const image = new Image(PAGE.width, PAGE.height)
  // As a data URL, because the page's policy doesn't allow blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawPage(items, { squared, drawings, pictures }))}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = PAGE.width
  canvas.height = PAGE.height
  canvas.getContext("2d")?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"))
  if (!blob) throw new Error("the browser made no picture of the page")
  return new File([blob], name, { type: "image/png" })
}

/** An image made of text can't load others, so their bytes are put into it. Throws without a connection. */
async function fetchPictures(classId: string, ids: readonly string[]): Promise<Pictures> {
  const fetched = ids.map(async (id) => {
    const answer = await fetch(pictureAddress(classId, id, "large"))
    return [id, answer.ok ? await dataOf(await answer.blob()) : ""] as const
  })
  return new Map((await Promise.all(fetched)).filter(([, data]) => data !== ""))
}

function dataOf(blob: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })
}
