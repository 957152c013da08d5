import { randomUUID } from "node:crypto"
import { text } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import type pg from "pg"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import type { SignedIn } from "#platform/context.ts"
import { decodePicture, encodeJpeg } from "#platform/pictures/codecs.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { HOSTILE, halfBlue, SCRIPT } from "#tests/slide-files.ts"
import { keyOfFile } from "../board/file-key.ts"
import { roomFiles } from "../board-tables.ts"
import { roomsData } from "../personal-data.ts"
import { writeClass, writeSeat } from "../test-room.ts"
import { whiteboardPictures } from "../whiteboard-tables.ts"
import { picturesAmong } from "./pictures.ts"
import { sweepPictures } from "./pictures-sweep.ts"
import { keepWhiteboard } from "./whiteboard-files.ts"

let product: HttpProduct
let teacher: SignedIn
let asha: SignedIn
let class_id: string

beforeAll(async () => {
  product = await startHttpProduct()
})
beforeEach(async () => {
  teacher = await createInstructor(product.ctx)
  asha = await createStudent(product.ctx)
  class_id = await writeClass(product.ctx, teacher)
  await writeSeat(product.ctx, class_id, asha)
})
afterAll(() => product?.close())

const fileOf = (bytes: Buffer | Uint8Array, name = "half.png") => new File([new Uint8Array(bytes)], name)

async function send(who: SignedIn, file = fileOf(halfBlue()), id: string = randomUUID()): Promise<Response> {
  const body = new FormData()
  body.set("id", id)
  body.set("file", file)
  const headers = { cookie: await product.cookieOf(who) }
  return fetch(`${product.address}/api/v1/classes/${class_id}/room/pictures`, {
    ...{ method: "POST", headers, body },
  })
}
async function sent(who: SignedIn, file?: File): Promise<string> {
  const answer = await send(who, file)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
async function problem(answer: Response) {
  const { code, data } = (await answer.json()) as { code: string; data?: { fields?: { file?: string } } }
  return data?.fields?.file ?? code
}

const at = (rest: string) => `/api/v1/classes/${class_id}/room/${rest}`
const link = (who: SignedIn, id: string, size = "large") =>
  product.call(who, "POST", at(`pictures/${id}/link`), { size })
const item = (picture: string | undefined, part: object = {}) => ({
  ...{ id: randomUUID(), page: 0, version: 1, kind: "picture", ink: "ink", size: 4 },
  ...{ points: [100, 100, 400, 300], text: "", gone: false, picture },
  ...part,
})
const draw = (who: SignedIn, ...items: object[]) => product.call(who, "POST", at("whiteboard"), { items })
async function board(who: SignedIn) {
  const answer = await product.call(who, "GET", at("whiteboard"))
  return (await answer.json()) as {
    items: { id: string; picture?: string; text: string }[]
    authors: { id: string; name: string }[]
  }
}
const letDraw = () => product.call(teacher, "PATCH", at("policy"), { drawing: true })

async function bytesOf(who: SignedIn, id: string): Promise<{ bytes: Buffer; headers: Headers }> {
  const { url } = (await (await link(who, id)).json()) as { url: string }
  const answer = await fetch(product.address + url)
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

/** A photo with the place where it was taken, and a script, in its metadata. */
async function photoWithPlace(): Promise<Buffer> {
  const data = new Uint8ClampedArray(64 * 48 * 4).fill(200)
  const jpeg = Buffer.from(await encodeJpeg({ width: 64, height: 48, data }))
  const tiff = Buffer.alloc(200)
  tiff.write("II*\0", 0, "latin1")
  tiff.writeUInt32LE(8, 4)
  // One entry, which leads to the part with the place.
  tiff.writeUInt16LE(1, 8)
  for (const [at, value] of [0x8825, 4].entries()) tiff.writeUInt16LE(value, 10 + at * 2)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt32LE(26, 18)
  tiff.write(`GPS 18.5204N 73.8567E${SCRIPT}`, 60, "latin1")
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

test("ROOM-10 of a picture on the whiteboard only what it looks like reaches others: no place, no script, no second file", async () => {
  const photo = await photoWithPlace()
  expect(photo.includes("GPS 18.5204N")).toBe(true)
  const polyglot = Buffer.concat([halfBlue(), Buffer.from(`${SCRIPT}PK\u0003\u0004`)])
  for (const [file, width] of [
    [fileOf(photo, "photo.jpg"), 64],
    [fileOf(polyglot), 60],
  ] as const) {
    const { bytes, headers } = await bytesOf(asha, await sent(teacher, file))
    expect(headers.get("content-type")).toBe("image/webp")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
    expect(bytes.toString("latin1", 8, 12)).toBe("WEBP")
    expect(bytes.toString("latin1")).not.toMatch(/exif|GPS|script/i)
    expect(bytes.includes("PK\u0003")).toBe(false)
    expect((await decodePicture(bytes, "webp")).width).toBe(width)
  }
})

test("ROOM-10 what is no picture, or says to be huge, is refused at its field and leaves nothing", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`
  const refusals = [
    [fileOf(Buffer.from(svg)), "PICTURE_KIND"],
    [fileOf(Buffer.from(svg), "a.svg"), "PICTURE_KIND"],
    [fileOf(Buffer.from("%PDF-1.7"), "a.pdf"), "PICTURE_KIND"],
    [fileOf(Buffer.alloc(0)), "PICTURE_KIND"],
    [fileOf(Buffer.concat([halfBlue(), Buffer.alloc(10 * 2 ** 20)])), "PICTURE_TOO_LARGE"],
    ...HOSTILE.filter(({ name, failure }) => failure && !name.endsWith(".pdf")).map(
      ({ name, file, failure }) =>
        [
          fileOf(file(), name),
          failure === "TOO_MANY_PIXELS" ? "SLIDES_PIXELS" : /^PICTURE_(KIND|UNREADABLE)$/,
        ] as const,
    ),
  ] as const
  expect(refusals.length).toBeGreaterThan(10)
  for (const [file, code] of refusals) {
    const answer = await send(teacher, file)
    expect(answer.status, file.name).toBe(422)
    expect(await problem(answer), file.name).toMatch(code)
  }
  expect(await product.ctx.db.$count(whiteboardPictures, eq(whiteboardPictures.class_id, class_id))).toBe(0)
})

test("ROOM-10 who may draw sends pictures, once each, and only people of the class get them", async () => {
  expect(await problem(await send(asha))).toBe("DRAWING_HELD")
  expect((await letDraw()).status).toBe(200)
  const id = randomUUID()
  for (const who of [asha, asha]) expect((await send(who, fileOf(halfBlue()), id)).status).toBe(200)
  const stranger = await createStudent(product.ctx)
  const elsewhere = await createInstructor(product.ctx)
  for (const who of [stranger, elsewhere]) {
    expect((await send(who)).status).toBe(404)
    expect((await link(who, id)).status).toBe(404)
  }
  for (const who of [asha, teacher]) expect((await link(who, id, "small")).status).toBe(200)
  expect((await link(teacher, id.toUpperCase())).status).toBe(200)
  expect((await link(teacher, randomUUID())).status).toBe(404)

  // The same id in another class is nothing there, to link to, to send again or to show.
  const before = class_id
  class_id = await writeClass(product.ctx, elsewhere)
  expect((await link(elsewhere, id)).status).toBe(404)
  expect((await send(elsewhere, fileOf(halfBlue()), id)).status).toBe(404)
  const [strange, none] = [item(id), item(undefined)]
  expect((await draw(elsewhere, strange, none)).status).toBe(200)
  expect((await board(elsewhere)).items).toEqual([])
  // The test's classes don't count their seats.
  const broken = await brokenInvariants((product.ctx.db as unknown as { $client: pg.Pool }).$client)
  expect(broken.filter((what) => what.startsWith("a picture"))).toEqual([])
  class_id = before
  await completeClass(product.ctx, class_id, new Date())
  expect(await problem(await send(teacher))).toBe("CLASS_NOT_LIVE")
})

test("ROOM-10 a person sends twenty pictures in ten minutes, those that were refused among them", async () => {
  for (let turn = 0; turn < 20; turn += 1)
    expect((await send(teacher, fileOf(Buffer.from("<svg/>")))).status).toBe(422)
  const answer = await send(teacher)
  expect(answer.status).toBe(429)
  const { data } = (await answer.json()) as { data: { retry_after_seconds: number } }
  expect(data.retry_after_seconds).toBeGreaterThan(500)
  expect((await letDraw()).status).toBe(200)
  expect((await send(asha)).status).toBe(200)
})

test("ROOM-10 a picture is in the page's picture and in what is kept, once for all its copies, with its words", async () => {
  const picture = await sent(teacher)
  const shown = item(picture, { text: "A <map> of Pune" })
  const copy = item(picture, { page: 1, points: [0, 0, 60, 40] })
  const other = item(picture, { page: 1, points: [100, 0, 160, 40] })
  expect((await draw(teacher, shown, copy, other)).status).toBe(200)
  const { items, authors } = await board(asha)
  expect(items.map((one) => [one.picture, one.text])).toEqual(
    [shown, copy, other]
      .sort((one, next) => (one.id < next.id ? -1 : 1))
      .map(({ text: words }) => [picture, words]),
  )
  expect(authors).toEqual([
    { id: teacher.user_id, name: `${teacher.first_name} ${teacher.last_name}`.trim() },
  ])
  const page = async (number: number) => {
    const answer = await product.call(asha, "GET", at(`whiteboard/pages/${number}`))
    return ((await answer.json()) as { svg: string }).svg
  }
  expect(await page(0)).toContain("<title>A &lt;map&gt; of Pune</title>")
  const second = await page(1)
  expect(second.match(/data:image\/webp;base64,UklGR/g)).toHaveLength(1)
  expect(second.match(/<use /g)).toHaveLength(2)

  await completeClass(product.ctx, class_id, new Date())
  await keepWhiteboard(product.ctx, class_id)
  const files = await product.ctx.db.select().from(roomFiles).where(eq(roomFiles.class_id, class_id))
  const kept = files.find(({ name }) => name === "Whiteboard 1.svg")
  const svg = await text(await product.ctx.files.read(keyOfFile(kept?.id ?? "")))
  expect(svg).toContain("data:image/webp;base64,UklGR")
  expect(svg).not.toMatch(/href="(?!data:image\/webp;base64,|#p)/)
})

test("ROOM-10 a page with more pictures than a browser opens well keeps them small", async () => {
  const [width, height] = [1_000, 500]
  const jpeg = await encodeJpeg({ data: new Uint8ClampedArray(4 * width * height), width, height })
  const id = await sent(teacher, fileOf(jpeg, "black.jpg"))
  const shown = [item(id)] as unknown as Item[]
  const among = async (size: "small" | "large") =>
    (await picturesAmong(product.ctx, class_id, shown, size)).get(id)
  const [small, large] = [await among("small"), await among("large")]
  expect(large).not.toBe(small)
  const many = { size_bytes: 24 * 2 ** 20 + 1 }
  await product.ctx.db.update(whiteboardPictures).set(many).where(eq(whiteboardPictures.id, id))
  expect(await among("large")).toBe(small)
})

test("ROOM-10 a picture goes once nothing shows it and the class is over; until then undo brings it back", async () => {
  expect((await letDraw()).status).toBe(200)
  const [erased, kept, own] = [await sent(teacher), await sent(teacher), await sent(asha)]
  const first = item(erased)
  await draw(teacher, first, item(kept))
  await draw(asha, item(own))
  await draw(teacher, { ...first, version: 2, gone: true })
  const left = async () => {
    await sweepPictures(product.ctx)
    const rows = await product.ctx.db
      .select()
      .from(whiteboardPictures)
      .where(eq(whiteboardPictures.class_id, class_id))
    return rows.map(({ id }) => id).sort()
  }
  expect(await left()).toEqual([erased, kept, own].sort())
  expect((await draw(teacher, { ...first, version: 3 })).status).toBe(200)
  expect((await board(asha)).items.map(({ picture }) => picture)).toContain(erased)
  await draw(teacher, { ...first, version: 4, gone: true })
  await completeClass(product.ctx, class_id, new Date())
  expect(await left()).toEqual([kept, own].sort())
  expect(await product.ctx.files.size(`whiteboard/${erased}/large.webp`)).toBeNull()
  expect(await product.ctx.files.size(`whiteboard/${kept}/large.webp`)).toBeGreaterThan(0)
  // What a student added goes with their other drawings.
  await roomsData.eraseFor(product.ctx, { ...asha, contacts: [] })
  expect(await left()).toEqual([kept])
  expect((await link(teacher, own)).status).toBe(404)
})
