import { randomUUID } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { PDFiumLibrary } from "@hyzyla/pdfium"
import { and, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest"
import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { deletedClasses } from "#features/classes/server/bin-tables.ts"
import { restoreClass } from "#features/classes/server/schedule/restore.ts"
import { deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { PAGE_LIMITS } from "#platform/pictures/page-pictures.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { OFFICE_SAVES, officeThat } from "#tests/office.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { jpegHead, slidesOf } from "#tests/slide-files.ts"
import { keyOfFile } from "../board/file-key.ts"
import { roomFiles } from "../board-tables.ts"
import { roomsData } from "../personal-data.ts"
import { writeClass, writeSeat } from "../test-room.ts"
import { redrawStale } from "../whiteboard/erased-drawings.ts"
import { roomWhiteboardItems } from "../whiteboard-tables.ts"
import { drawSlides } from "./draw.ts"
import { pictureOfSlide } from "./draw-on-slide.ts"
import { keepSlides } from "./keep.ts"
import { markedPages } from "./marked-slides.ts"
import { keyOfSent, keyOfSlide } from "./slide-files.ts"
import { sweepSlides } from "./sweep.ts"
import { slideDecks } from "./table.ts"

let product: HttpProduct
let teacher: SignedIn
let student: SignedIn
let classId: string

beforeAll(async () => {
  product = await startHttpProduct()
  student = await createStudent(product.ctx)
})
beforeEach(async () => {
  teacher = await createInstructor(product.ctx)
  classId = await writeClass(product.ctx, teacher)
  await writeSeat(product.ctx, classId, student)
})
afterAll(() => product?.close())

/** A class of tomorrow. */
function writeComing(): Promise<string> {
  const starts_at = new Date(Date.now() + DAY)
  const ends_at = new Date(starts_at.getTime() + HOUR)
  const when = { starts_at, ends_at, scheduled_date: starts_at.toISOString().slice(0, 10) }
  return writeClass(product.ctx, teacher, { ...when, status: "scheduled" })
}

const TITLES = ["Fractions", "Halves", "Quarters", "Thank you"]
const lesson = () => new File([new Uint8Array(slidesOf(TITLES))], "Fractions.pdf")

async function add(file: File, id: string = randomUUID(), to = classId): Promise<Response> {
  const body = new FormData()
  body.set("id", id)
  body.set("file", file)
  const headers = { cookie: await product.cookieOf(teacher) }
  return fetch(`${product.address}/api/v1/classes/${to}/slides`, { method: "POST", headers, body })
}

/** Slides of four pages that are ready; what is in their pictures is no matter. */
async function ready(): Promise<string> {
  const id = randomUUID()
  const added = await add(lesson(), id)
  expect(added.status, await added.clone().text()).toBe(200)
  for (const [page, size] of TITLES.flatMap((_, at) => [[at, "small"] as const, [at, "large"] as const]))
    await product.ctx.files.put(keyOfSlide(id, page, size), Buffer.from("RIFF"), "image/webp")
  await product.ctx.files.remove(keyOfSent(id))
  const pages = TITLES.map((text) => ({ width: 1_920, height: 1_080, text }))
  const drawn = { status: "ready" as const, page_count: pages.length, pages }
  await product.ctx.db.update(slideDecks).set(drawn).where(eq(slideDecks.id, id))
  return id
}

const slidesPath = (rest = "") => `/api/v1/classes/${classId}/slides${rest}`
const show = (deck_id: string | null, page = 0, who = teacher) =>
  product.call(who, "PUT", `/api/v1/classes/${classId}/room/slides`, { deck_id, page })
const link = (who: SignedIn, id: string, page: number, size = "small") =>
  product.call(who, "POST", slidesPath(`/${id}/pages/${page}/link`), { size })

async function decks(who = teacher): Promise<SlideDeck[]> {
  return ((await (await product.call(who, "GET", slidesPath())).json()) as { decks: SlideDeck[] }).decks
}

async function shownTo(who: SignedIn) {
  const answer = await product.call(who, "GET", `/api/v1/classes/${classId}/room/board`)
  const { state } = (await answer.json()) as {
    state: {
      slides: unknown
      decks: unknown[]
      files: { id: string; name: string }[]
      presentations: boolean
    }
  }
  return state
}

async function filesOf(id: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of product.ctx.files.list(`slides/${id}/`)) keys.push(key)
  return keys.sort()
}

const inDays = (days: number): Ctx => ({
  ...product.ctx,
  clock: { now: () => new Date(Date.now() + days * DAY) },
})

test("ROOM-10 slides are drawn once before class, what was sent is gone, and students see none of them", async () => {
  classId = await writeComing()
  await writeSeat(product.ctx, classId, student)
  const id = randomUUID()
  for (let twice = 0; twice < 2; twice += 1) expect((await add(lesson(), id)).status).toBe(200)
  expect(await decks()).toMatchObject([{ id, name: "Fractions.pdf", status: "waiting", pages: 0 }])
  // One run was stopped after it had kept the first page.
  await product.ctx.files.put(keyOfSlide(id, 0, "small"), Buffer.from("RIFF"), "image/webp")
  for (let twice = 0; twice < 2; twice += 1) await drawSlides(product.ctx, id)
  expect(await decks()).toMatchObject([{ id, status: "ready", failure: null, pages: 4, deleted: false }])
  expect(await filesOf(id)).toHaveLength(8)
  expect(await product.ctx.files.size(keyOfSent(id))).toBeNull()

  const pages = await product.call(teacher, "GET", slidesPath(`/${id}/pages`))
  expect(((await pages.json()) as { pages: { text: string }[] }).pages.map(({ text }) => text)).toEqual(
    TITLES,
  )
  const { url } = (await (await link(teacher, id, 3, "large")).json()) as { url: string }
  const picture = await fetch(product.address + url)
  expect(picture.headers.get("content-type")).toBe("image/webp")
  expect(picture.headers.get("x-content-type-options")).toBe("nosniff")
  expect(picture.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
  expect(Buffer.from(await picture.arrayBuffer()).toString("latin1", 8, 12)).toBe("WEBP")
  expect((await link(teacher, id, 4)).status).toBe(404)

  expect((await link(student, id, 0)).status).toBe(404)
  expect((await product.call(student, "GET", slidesPath(`/${id}/pages`))).status).toBe(404)
  expect(await decks(student)).toEqual([])
  expect((await show(id)).status).toBe(409)
})

test("ROOM-10 a page is shown to all, also to who comes later, and students look back as far as it went", async () => {
  const id = await ready()
  expect(await shownTo(student)).toMatchObject({ slides: null, decks: [] })
  expect((await show(id, 1)).status).toBe(200)
  const shown = { deck_id: id, name: "Fractions.pdf", page: 1, pages: 4, reached: 1 }
  for (const who of [student, teacher]) expect((await shownTo(who)).slides).toEqual(shown)
  const seen = async () => {
    const statuses = await Promise.all(
      [0, 1, 2, 3].map(async (page) => (await link(student, id, page)).status),
    )
    const pages = await product.call(student, "GET", slidesPath(`/${id}/pages`))
    return [statuses, ((await pages.json()) as { pages: unknown[] }).pages.length]
  }
  // The next page is fetched ahead, and no further one.
  expect(await seen()).toEqual([[200, 200, 200, 404], 3])
  await show(id, 2)
  await show(id, 0)
  expect((await shownTo(student)).slides).toEqual({ ...shown, page: 0, reached: 2 })
  expect(await seen()).toEqual([[200, 200, 200, 200], 4])

  expect((await show(id, 4)).status).toBe(404)
  expect((await show(id, 1, student)).status).toBe(404)
  const outsider = await createStudent(product.ctx)
  expect((await link(outsider, id, 0)).status).toBe(404)
  await show(null)
  expect((await shownTo(student)).slides).toBeNull()
  expect(await decks(student)).toMatchObject([{ id, pages: 3 }])
  expect(await decks()).toMatchObject([{ id, pages: 4 }])
})

test("ROOM-10 the staff's notes on a page are theirs alone, and are changed page by page at once", async () => {
  const id = await ready()
  await show(id, 3)
  const note = (page: number, words: string, who = teacher) =>
    product.call(who, "PUT", slidesPath(`/${id}/pages/${page}/note`), { note: words })
  const notesOf = async (who: SignedIn) => {
    const answer = await product.call(who, "GET", slidesPath(`/${id}/pages`))
    return ((await answer.json()) as { pages: { note: string }[] }).pages.map((page) => page.note)
  }
  expect(await notesOf(teacher)).toEqual(["", "", "", ""])
  const written = await Promise.all(TITLES.map((title, page) => note(page, `  ${title}: ask Kabir\n`)))
  expect(written.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await notesOf(teacher)).toEqual(TITLES.map((title) => `${title}: ask Kabir`))
  expect(await notesOf(student)).toEqual(["", "", "", ""])
  expect((await note(1, "")).status).toBe(200)
  expect((await notesOf(teacher))[1]).toBe("")
  expect((await note(4, "none")).status).toBe(404)
  expect((await note(0, "x".repeat(2_001))).status).toBe(400)
  expect((await note(0, "mine", student)).status).toBe(404)
  expect((await note(0, "mine", await createInstructor(product.ctx))).status).toBe(404)
})

test("ROOM-10 what a class was shown of its slides is one of its files afterwards, once, and no further page", async () => {
  await ready()
  const id = randomUUID()
  await add(lesson(), id)
  await drawSlides(product.ctx, id)
  await show(id, 1)
  const over = { status: "completed" as const, ended_at: new Date() }
  await product.ctx.db.update(scheduledClasses).set(over).where(eq(scheduledClasses.id, classId))
  for (let twice = 0; twice < 2; twice += 1) await keepSlides(product.ctx, classId)
  const { files } = await shownTo(student)
  expect(files).toMatchObject([{ name: "Fractions.pdf" }])
  const asked = await product.call(
    student,
    "POST",
    `/api/v1/classes/${classId}/room/files/${files[0]?.id}/link`,
    {},
  )
  const { url } = (await asked.json()) as { url: string }
  const pdf = Buffer.from(await (await fetch(product.address + url)).arrayBuffer())
  expect(pdf.toString("latin1")).toContain("/Count 2 ")
})

/** Returns what is on the pages of a PDF: what they say and consist of, their shape, and their colours. */
async function readPdf(bytes: Uint8Array) {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(bytes)
    const pages: {
      words: string
      kinds: string[]
      shape: number
      pixel: (x: number, y: number) => number[]
    }[] = []
    for (const page of document.pages()) {
      const [words, kinds] = [page.getText(), [...page.objects()].map(({ type }) => type)]
      const { data, width, height } = await page.render({ scale: 1, render: "bitmap" })
      const pixel = (x: number, y: number) => [
        ...data.subarray(4 * (Math.round(y * height) * width + Math.round(x * width)), -1).subarray(0, 3),
      ]
      pages.push({ words, kinds, shape: width / height, pixel })
    }
    return pages
  } finally {
    library.destroy()
  }
}

/** Shows the first two pages of a lesson, draws this over them, and ends the class. */
async function drawOver(second: object[], first: object[] = []): Promise<void> {
  const id = randomUUID()
  await add(lesson(), id)
  await drawSlides(product.ctx, id)
  await show(id, 1)
  const room = `/api/v1/classes/${classId}/room`
  for (const [slide, items] of [[1, second] as const, [0, first] as const]) {
    if (items.length === 0) continue
    const url = `${room}/slides/${id}/pages/${slide}/drawing`
    expect((await product.call(teacher, "PUT", url)).status).toBe(200)
    // Items lie over each other in the order of their ids.
    const drawn = { items: items.map((item) => ({ id: newId(), page: 1 - slide, ...item })) }
    expect((await product.call(teacher, "POST", `${room}/whiteboard`, drawn)).status).toBe(200)
  }
  const over = { status: "completed" as const, ended_at: new Date() }
  await product.ctx.db.update(scheduledClasses).set(over).where(eq(scheduledClasses.id, classId))
}

async function keptPdf() {
  const [file] = (await shownTo(student)).files
  return readPdf(await buffer(await product.ctx.files.read(keyOfFile(file?.id ?? ""))))
}

const looks = { version: 1, gone: false, text: "", size: 60, ink: "violet" }

test("ROOM-10 what was drawn over a page of slides is in the PDF that is kept, as lines and words", async () => {
  const line = { ...looks, kind: "line", points: [200, 700, 1_400, 700] }
  const words = { ...looks, kind: "text", points: [200, 300], text: "तीन चौथाई 3/4\nof 12" }
  const erased = { ...looks, kind: "line", points: [200, 800, 1_400, 800], gone: true }
  await drawOver([line, words, erased])
  await keepSlides(product.ctx, classId)
  const [plain, marked, ...further] = await keptPdf()
  expect(further).toEqual([])
  expect(plain?.words.trim()).toBe("")
  expect(plain?.kinds).toEqual(["image"])
  // The slide is the one picture: lines and words are no pictures of them.
  expect(marked?.kinds.filter((kind) => kind === "image")).toHaveLength(1)
  expect(marked?.kinds).toContain("path")
  expect(marked?.words).toContain("तीन चौथाई 3/4\r\nof 12")
  const violet = [122, 63, 184]
  expect(marked?.pixel(0.5, 700 / 900)).toEqual(violet)
  expect(marked?.pixel(0.5, 800 / 900)).not.toEqual(violet)
  expect(plain?.pixel(0.5, 700 / 900)).not.toEqual(violet)
  for (const page of [plain, marked]) expect(page?.shape).toBeCloseTo(16 / 9, 1)
})

test("ROOM-10 LAW-02 what an erased student drew over a slide is in its kept PDF no more", async () => {
  const kabir = await createStudent(product.ctx)
  const line = { ...looks, kind: "line", points: [200, 700, 1_400, 700] }
  await drawOver([line, { ...looks, kind: "text", points: [200, 300], text: "Kabir was here" }])
  const { class_id, body } = roomWhiteboardItems
  await product.ctx.db
    .update(roomWhiteboardItems)
    .set({ author: kabir.user_id, by_staff: false })
    .where(and(eq(class_id, classId), eq(sql`${body} ->> 'kind'`, "text")))
  await keepSlides(product.ctx, classId)
  expect((await keptPdf())[1]?.words).toContain("Kabir was here")
  await roomsData.eraseFor(product.ctx, { ...kabir, contacts: [] })
  expect((await shownTo(student)).files).toEqual([])
  for (let twice = 0; twice < 2; twice += 1) await redrawStale(product.ctx, classId)
  const [, marked] = await keptPdf()
  expect(marked?.words).not.toContain("Kabir")
  expect(marked?.kinds).toContain("path")
})

test("ROOM-10 LAW-02 slides that were removed stay as long as their kept PDF, which is made anew without an erased student", async () => {
  const kabir = await createStudent(product.ctx)
  await drawOver([{ ...looks, kind: "text", points: [200, 300], text: "Kabir was here" }])
  const { class_id, body } = roomWhiteboardItems
  const drawn = and(eq(class_id, classId), eq(sql`${body} ->> 'kind'`, "text"))
  const theirs = { author: kabir.user_id, by_staff: false }
  await product.ctx.db.update(roomWhiteboardItems).set(theirs).where(drawn)
  await keepSlides(product.ctx, classId)
  const [{ id = "" } = {}] = await decks()
  await product.call(teacher, "DELETE", slidesPath(`/${id}`))
  await sweepSlides(inDays(31))
  await roomsData.eraseFor(product.ctx, { ...kabir, contacts: [] })
  await redrawStale(product.ctx, classId)
  expect((await keptPdf()).map(({ words }) => words.trim())).toEqual(["", ""])
  await product.ctx.db.delete(roomFiles).where(eq(roomFiles.class_id, classId))
  await sweepSlides(inDays(31))
  expect(await filesOf(id)).toEqual([])
})

test("ROOM-10 LAW-02 a PDF of slides that are gone is deleted with what an erased student drew in that class", async () => {
  const kabir = await createStudent(product.ctx)
  await drawOver([{ ...looks, kind: "text", points: [200, 300], text: "Kabir was here" }])
  const theirs = { author: kabir.user_id, by_staff: false }
  await product.ctx.db
    .update(roomWhiteboardItems)
    .set(theirs)
    .where(eq(roomWhiteboardItems.class_id, classId))
  await keepSlides(product.ctx, classId)
  const [file] = (await shownTo(student)).files
  await product.ctx.db.delete(slideDecks).where(eq(slideDecks.class_id, classId))
  await roomsData.eraseFor(product.ctx, { ...kabir, contacts: [] })
  await redrawStale(product.ctx, classId)
  expect(await product.ctx.files.size(keyOfFile(file?.id ?? ""))).toBeNull()
  expect(await product.ctx.db.$count(roomFiles, eq(roomFiles.class_id, classId))).toBe(0)
})

test("ROOM-10 slides are kept without what was drawn on them where that takes too long", async () => {
  await drawOver([{ ...looks, kind: "line", points: [200, 700, 1_400, 700] }])
  await keepSlides(product.ctx, classId, { seconds: 0, heapMegabytes: 64, drawnBytes: 1e6 })
  expect((await keptPdf()).map(({ kinds }) => kinds)).toEqual([["image"], ["image"]])
})

test("ROOM-10 a slide with more over it than fits is kept without, and the others with theirs", async () => {
  const line = { ...looks, kind: "line", points: [200, 700, 1_400, 700] }
  const lines = Array.from({ length: 100 }, () => line)
  await drawOver([line], lines)
  await keepSlides(product.ctx, classId, { seconds: 30, heapMegabytes: 256, drawnBytes: 25_000 })
  const [full, marked] = await keptPdf()
  expect(full?.kinds).toEqual(["image"])
  expect(marked?.kinds).toContain("path")
})

test("ROOM-10 slides with more words over them than a page holds are kept without", () => {
  const [deck, author] = [randomUUID(), teacher.user_id]
  const of = { ...looks, page: 0, id: newId(), author, changed_by: author }
  const slide = {
    ...of,
    kind: "picture",
    picture: pictureOfSlide(deck, 0),
    points: [0, 0, 1_600, 900],
  } as Item
  const words = (lines: number) =>
    ({ ...of, kind: "text", points: [9, 9], text: "a\n\n".repeat(lines) }) as Item
  const eight = Array.from({ length: 8 }, () => words(250))
  expect([...markedPages([slide, ...eight], deck, 1).keys()]).toEqual([0])
  expect([...markedPages([slide, ...eight, words(1)], deck, 1).keys()]).toEqual([])
})

test("ROOM-10 a page of slides lies beneath the whiteboard once, however often it is opened, and on a page of its own", async () => {
  const id = await ready()
  const open = async (page: number, deck = id, who = teacher) => {
    const path = `/api/v1/classes/${classId}/room/slides/${deck}/pages/${page}/drawing`
    return product.call(who, "PUT", path)
  }
  const pageOf = async (answer: Response) => ((await answer.json()) as { page: number }).page
  const together = await Promise.all([open(1), open(1), open(1)])
  expect(await Promise.all(together.map(pageOf))).toEqual([0, 0, 0])
  expect(await pageOf(await open(2))).toBe(1)
  expect(await pageOf(await open(1))).toBe(0)
  const room = `/api/v1/classes/${classId}/room`
  const board = (await (await product.call(student, "GET", `${room}/whiteboard`)).json()) as {
    items: { id: string; page: number; text: string; picture: string; points: number[] }[]
    page: number
    pages: number
  }
  expect(board).toMatchObject({ page: 0, pages: 2 })
  expect(board.items.map(({ page, text }) => [page, text])).toEqual([
    [0, "Halves"],
    [1, "Quarters"],
  ])
  expect(board.items[0]?.points).toEqual([0, 0, 1_600, 900])
  const { picture } = board.items[0] ?? {}
  const link = await product.call(student, "POST", `${room}/pictures/${picture}/link`, { size: "large" })
  expect(link.status).toBe(200)
  const shown = (await (await product.call(student, "GET", `${room}/board`)).json()) as {
    state: { policy: { whiteboard: boolean } }
  }
  expect(shown.state.policy.whiteboard).toBe(true)
  expect((await open(1, id, student)).status).toBe(404)
  expect([(await open(TITLES.length)).status, (await open(0, randomUUID())).status]).toEqual([404, 404])
  // Its last page is taken.
  const line = { id: randomUUID(), page: 19, version: 1, kind: "line", ink: "red", size: 3, gone: false }
  const drawn = { items: [{ ...line, points: [0, 0, 9, 9], text: "" }], pages: 20 }
  expect((await product.call(teacher, "POST", `${room}/whiteboard`, drawn)).status).toBe(200)
  const full = await open(3)
  expect([full.status, await full.json()]).toMatchObject([409, { code: "WHITEBOARD_FULL" }])
})

test("ROOM-10 slides of another class are neither shown, nor seen, nor removed", async () => {
  const id = await ready()
  await show(id)
  const owner = teacher
  teacher = await createInstructor(product.ctx)
  classId = await writeClass(product.ctx, teacher)
  await writeSeat(product.ctx, classId, student)
  expect((await show(id)).status).toBe(404)
  for (const who of [teacher, student, owner]) expect((await link(who, id, 0)).status).toBe(404)
  expect((await product.call(teacher, "DELETE", slidesPath(`/${id}`))).status).toBe(404)
  expect((await add(lesson(), id)).status).toBe(404)
})

test("ROOM-10 removed slides close at once, come back by Undo, and are gone after 30 days", async () => {
  const id = await ready()
  await show(id, 1)
  for (let twice = 0; twice < 2; twice += 1)
    expect((await product.call(teacher, "DELETE", slidesPath(`/${id}`))).status).toBe(200)
  expect((await shownTo(student)).slides).toBeNull()
  expect((await link(student, id, 0)).status).toBe(404)
  expect((await product.call(teacher, "POST", slidesPath(`/${id}/restore`), {})).status).toBe(200)
  expect(await decks()).toMatchObject([{ id, deleted: false }])
  expect((await link(student, id, 0)).status).toBe(200)
  await product.call(teacher, "DELETE", slidesPath(`/${id}`))
  await sweepSlides(inDays(29))
  expect(await filesOf(id)).toHaveLength(8)
  await sweepSlides(inDays(30.1))
  expect([await filesOf(id), await decks()]).toEqual([[], []])
})

test("ROOM-10 slides go into the bin with their class, come back with it, and are gone with it", async () => {
  classId = await writeComing()
  const id = await ready()
  const ctx = { ...product.ctx, viewer: teacher }
  await deleteClass(ctx, { class_id: classId })
  await sweepSlides(product.ctx)
  expect((await link(teacher, id, 0)).status).toBe(404)
  await restoreClass(ctx, { class_id: classId, together: false })
  expect(await decks()).toMatchObject([{ id, status: "ready" }])
  await deleteClass(ctx, { class_id: classId })
  await product.ctx.db.delete(deletedClasses).where(eq(deletedClasses.id, classId))
  await sweepSlides(product.ctx)
  expect(await filesOf(id)).toEqual([])
  expect(await product.ctx.db.$count(slideDecks, eq(slideDecks.id, id))).toBe(0)
})

test.each([
  [
    "a presentation of a program that only Apple has",
    new File(["PK\u0003\u0004"], "Fractions.key"),
    "SLIDES_AS_PDF",
  ],
  ["a page that calls itself a presentation", new File(["<script>"], "Fractions.pptx"), "SLIDES_AS_PDF"],
  ["a page", new File(["<script>alert(1)</script>"], "notes.html"), "SLIDES_KIND"],
  ["a drawing that can hold scripts", new File(["<svg/>"], "figure.svg"), "SLIDES_KIND"],
  ["a worksheet", new File(["PK\u0003\u0004"], "sums.docx"), "SLIDES_KIND"],
  [
    "a page that calls itself a picture",
    new File(["<script>alert(1)</script>"], "figure.png"),
    "SLIDES_KIND",
  ],
  ["a beginning alone", new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1])], "figure.png"), "SLIDES_KIND"],
  [
    "a picture of 4,000 megapixels",
    new File([new Uint8Array(jpegHead(65_000, 65_000))], "photo.jpg"),
    "SLIDES_PIXELS",
  ],
  ["nothing at all", new File([], "empty.pdf"), "FILE_EMPTY"],
  ["more than 32 MB", new File(["%PDF-1.7\n", new Uint8Array(32 * 2 ** 20)], "film.pdf"), "SLIDES_TOO_LARGE"],
])("ROOM-10 %s is refused at its field", async (_what, file, code) => {
  const answer = await add(file)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: "FIELD_ERRORS", data: { fields: { file: code } } })
})

test("ROOM-10 a presentation is refused without LibreOffice, and becomes slides with it", async () => {
  const { PATH } = process.env
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  const presentation = new File(["PK\u0003\u0004"], "Fractions.pptx")
  const isOffered = (to: SignedIn) =>
    Promise.all([
      product.call(to, "GET", slidesPath()).then(async (answer) => (await answer.json()).presentations),
      shownTo(to).then(({ presentations }) => presentations),
    ])
  process.env.PATH = "/nowhere"
  expect(await isOffered(teacher)).toEqual([false, false])
  expect(await (await add(presentation)).json()).toMatchObject({
    data: { fields: { file: "SLIDES_AS_PDF" } },
  })
  process.env.PATH = `${await officeThat(OFFICE_SAVES)}:${PATH}`
  expect(await isOffered(teacher)).toEqual([true, true])
  expect(await isOffered(student)).toEqual([false, false])
  const id = randomUUID()
  expect((await add(presentation, id)).status).toBe(200)
  await drawSlides(product.ctx, id)
  expect(await decks()).toMatchObject([{ id, name: "Fractions.pptx", status: "ready", pages: 1 }])
  const pages = await product.call(teacher, "GET", slidesPath(`/${id}/pages`))
  expect(await pages.json()).toMatchObject({ pages: [{ note: "Ask Kabir & <b>Asha\nपहले आधा" }] })
})

test("ROOM-10 a class has 20 files of slides, and one that is over takes none", async () => {
  const row = {
    ...{ class_id: classId, added_by: teacher.user_id, name: "a.pdf", kind: "pdf" as const, size_bytes: 1 },
    ...{ status: "ready" as const, created_at: new Date() },
  }
  await product.ctx.db
    .insert(slideDecks)
    .values(Array.from({ length: 20 }, () => ({ ...row, id: randomUUID() })))
  expect(await (await add(lesson())).json()).toMatchObject({ data: { fields: { file: "SLIDES_TOO_MANY" } } })
  await product.ctx.db.delete(slideDecks).where(eq(slideDecks.class_id, classId))
  const over = { status: "completed" as const, ended_at: new Date() }
  await product.ctx.db.update(scheduledClasses).set(over).where(eq(scheduledClasses.id, classId))
  expect(await (await add(lesson())).json()).toMatchObject({ code: "CLASS_OVER" })
})

test("ROOM-10 a file that can't be drawn says why, leaves nothing behind, and doesn't stick", async () => {
  const [locked, slow, lost] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [locked, slow, lost]) await add(lesson(), id)
  await product.ctx.files.remove(keyOfSent(locked))
  await product.ctx.files.put(keyOfSent(locked), Buffer.from("%PDF-1.7 noise"), "application/pdf")
  await drawSlides(product.ctx, locked)
  await drawSlides(product.ctx, slow, { ...PAGE_LIMITS, seconds: 0.05 })
  const later = { ...product.ctx, clock: { now: () => new Date(Date.now() + HOUR + 1_000) } }
  await sweepSlides(later)
  const byId = new Map((await decks()).map((deck) => [deck.id, [deck.status, deck.failure]]))
  expect([locked, slow, lost].map((id) => byId.get(id))).toEqual([
    ["failed", "DAMAGED"],
    ["failed", "TOO_SLOW"],
    ["failed", "LOST"],
  ])
  for (const id of [locked, slow, lost]) {
    expect(await filesOf(id)).toEqual([])
    expect((await link(teacher, id, 0)).status).toBe(404)
    expect((await show(id)).status).toBe(404)
  }
})
