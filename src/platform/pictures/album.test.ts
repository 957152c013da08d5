import { expect, test } from "vitest"
import { slidesOf } from "#tests/slide-files.ts"
import { makeAlbum, withJpegs } from "./album.ts"
import { makePagePictures } from "./page-pictures.ts"

test("ROOM-10 the pictures of pages become a PDF that shows the same pages", async () => {
  const pictures: Uint8Array[] = []
  await makePagePictures(slidesOf(["One", "Two"]), "pdf", async ({ large }) => void pictures.push(large))
  const album = await withJpegs(async (toJpeg) =>
    makeAlbum([await toJpeg(pictures[0] as Uint8Array), await toJpeg(pictures[1] as Uint8Array)]),
  )
  expect(Buffer.from(album).toString("latin1", 0, 8)).toBe("%PDF-1.4")
  const again: [number, number, number][] = []
  await makePagePictures(album, "pdf", async ({ width, height, large }) => {
    again.push([width, height, large.length])
  })
  expect(again.map(([width, height]) => [width, height])).toEqual([
    [1_920, 1_080],
    [1_920, 1_080],
  ])
  // A page with its title, and not an empty one.
  for (const [at, [, , bytes]] of again.entries())
    expect(bytes).toBeGreaterThan((pictures[at]?.length ?? 0) / 2)
})
