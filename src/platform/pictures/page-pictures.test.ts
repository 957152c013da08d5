import fc from "fast-check"
import { expect, test } from "vitest"
import { MOST_PICTURE_PIXELS } from "#shared/slides.ts"
import {
  busySlides,
  HOSTILE,
  halfBlue,
  jpegHead,
  pngOf,
  SCRIPT,
  slidesOf,
  webpHead,
} from "#tests/slide-files.ts"
import { boundedWasm } from "./bounded-wasm.ts"
import { decodePicture } from "./codecs.ts"
import { makePagePictures, PAGE_LIMITS } from "./page-pictures.ts"
import type { PageKind, PagePictures } from "./page-work.ts"
import { pictureSize } from "./picture-size.ts"
import { shrink } from "./shrink.ts"

const KINDS: Record<string, PageKind> = { pdf: "pdf", png: "png", jpg: "jpeg", webp: "webp" }

async function pagesOf(file: Uint8Array, kind: PageKind, limits = PAGE_LIMITS): Promise<PagePictures[]> {
  const pages: PagePictures[] = []
  const keep = async (page: PagePictures) => void pages.push(page)
  expect(await makePagePictures(file, kind, keep, limits)).toBe(pages.length)
  return pages
}

/** The red, green and blue of a picture's pixel, by its place as shares of width and height. */
async function pixelAt(picture: Uint8Array, x: number, y: number): Promise<number[]> {
  const { width, height, data } = await decodePicture(picture, "webp")
  const at = (Math.floor(height * y) * width + Math.floor(width * x)) * 4
  return [...data.subarray(at, at + 3)]
}

test("ROOM-10 each page of a PDF becomes a picture in two sizes, with what it says", async () => {
  const pages = await pagesOf(slidesOf(["Fractions", "Three quarters", "Thank you"]), "pdf")
  expect(pages.map(({ width, height, text }) => [width, height, text])).toEqual([
    [1_920, 1_080, "Fractions"],
    [1_920, 1_080, "Three quarters"],
    [1_920, 1_080, "Thank you"],
  ])
  const [first] = pages
  if (!first) throw new Error("no page")
  expect((await decodePicture(first.small, "webp")).width).toBe(640)
  for (const picture of [first.small, first.large]) {
    const [red, white] = [await pixelAt(picture, 0.1, 0.9), await pixelAt(picture, 0.9, 0.1)]
    expect(red[0]).toBeGreaterThan(230)
    expect(Math.max(red[1] ?? 255, red[2] ?? 255)).toBeLessThan(30)
    expect(Math.min(...white)).toBeGreaterThan(245)
  }
})

test("ROOM-04 a page of text and areas comes in 10 kB, and its colours are those of the sharp one", async () => {
  const [page] = await pagesOf(busySlides(1), "pdf")
  if (!page) throw new Error("no page")
  expect(page.small.length).toBeLessThan(10_000)
  expect(page.large.length).toBeLessThan(30_000)
  for (const x of [0.635, 0.679, 0.722, 0.766])
    expect(await pixelAt(page.small, x, 0.22)).toEqual(await pixelAt(page.large, x, 0.22))
})

test("ROOM-10 a picture becomes one page on white, whatever lies behind what can be seen through", async () => {
  const [page, more] = await pagesOf(halfBlue(), "png")
  expect([page?.width, page?.height, more]).toEqual([60, 40, undefined])
  const [upper, lower] = [
    await pixelAt(page?.large ?? halfBlue(), 0.5, 0.2),
    await pixelAt(page?.large ?? halfBlue(), 0.5, 0.8),
  ]
  expect(upper[2]).toBeGreaterThan(200)
  expect(Math.max(upper[0] ?? 255, upper[1] ?? 255)).toBeLessThan(60)
  expect(Math.min(...lower)).toBeGreaterThan(240)
})

test("ROOM-10 a smaller picture is the mean of what it replaces, and keeps the sum of its light", () => {
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 255 }),
      (size, longest, grey) => {
        const data = new Uint8Array(size.width * size.height * 4)
          .fill(grey)
          .map((value, at) => (at % 4 === 3 ? 255 : value))
        const small = shrink({ ...size, data }, longest)
        expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(Math.max(longest, 1))
        expect(small.data.every((value, at) => value === (at % 4 === 3 ? 255 : grey))).toBe(true)
      },
    ),
  )
  const halves = Uint8Array.from([0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255])
  expect([...shrink({ width: 3, height: 1, data: halves }, 2).data]).toEqual([
    85, 85, 85, 255, 255, 255, 255, 255,
  ])
})

test.each(HOSTILE)(
  "ROOM-10 $what is refused, or only looks like something",
  async ({ name, file, failure }) => {
    const work = pagesOf(file(), KINDS[name.slice(2)] ?? "pdf")
    if (failure) return expect(work).rejects.toMatchObject({ name: "Unreadable", failure })
    for (const { width, height, small, large } of await work) {
      expect(Math.max(width, height)).toBeLessThanOrEqual(1_920)
      for (const picture of [small, large]) {
        const words = Buffer.from(picture).toString("latin1")
        expect(words.slice(0, 4) + words.slice(8, 12)).toBe("RIFFWEBP")
        for (const active of [SCRIPT, "script", "%PDF", "PK\u0003\u0004", "JavaScript"])
          expect(words).not.toContain(active)
      }
    }
  },
)

test("ROOM-10 a file that takes too long is given up", async () => {
  const limits = { ...PAGE_LIMITS, seconds: 0.05 }
  const hurried = makePagePictures(slidesOf(["Late"]), "pdf", async () => undefined, limits)
  await expect(hurried).rejects.toMatchObject({ name: "Unreadable", failure: "TOO_SLOW" })
})

test("ROOM-10 a page that can't be kept ends the work, and is no fault of the file", async () => {
  const full = new Error("no space")
  const work = makePagePictures(slidesOf(["One", "Two"]), "pdf", () => Promise.reject(full))
  await expect(work).rejects.toBe(full)
})

test("ROOM-10 the size that a picture says is read without decoding it, and of any bytes", () => {
  expect(pictureSize(jpegHead(4_000, 3_000), "jpeg")).toEqual({ width: 4_000, height: 3_000 })
  expect(pictureSize(webpHead(4_000, 3_000), "webp")).toEqual({ width: 4_000, height: 3_000 })
  expect(pictureSize(pngOf({ width: 7, height: 9 }, Buffer.alloc(8)), "png")).toEqual({ width: 7, height: 9 })
  const beginnings = fc.constantFrom(jpegHead(9, 9), webpHead(9, 9), halfBlue())
  const kinds = fc.constantFrom("png" as const, "jpeg" as const, "webp" as const)
  fc.assert(
    fc.property(
      beginnings,
      fc.uint8Array({ maxLength: 200 }),
      fc.nat({ max: 60 }),
      kinds,
      (begin, noise, cut, kind) => {
        const size = pictureSize(Buffer.concat([begin.subarray(0, cut), noise]), kind)
        if (size) expect(size.width * size.height).toBeGreaterThan(0)
      },
    ),
  )
  expect(MOST_PICTURE_PIXELS).toBeLessThan(16_384 * 16_384)
})

test("ROOM-10 a module's memory grows to its bound and no further", () => {
  // One page of memory, exported as "m", without a bound of its own.
  const module = Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[5, 3, 1, 0, 1],
    ...[7, 5, 1, 1, 0x6d, 2, 0],
  ])
  const memoryOf = (bytes: Uint8Array<ArrayBuffer>) =>
    new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.m as WebAssembly.Memory
  expect(memoryOf(module).grow(200)).toBe(1)
  const bounded = memoryOf(boundedWasm(module, 130 * 65_536))
  expect(bounded.grow(129)).toBe(1)
  expect(() => bounded.grow(1)).toThrow(RangeError)
  expect(() => boundedWasm(module.subarray(0, 8), 65_536)).toThrow("no memory")
})
