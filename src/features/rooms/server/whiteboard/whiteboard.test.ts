import { randomUUID } from "node:crypto"
import { text } from "node:stream/consumers"
import { eq, sql } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { countTry } from "#platform/limits.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { getBoard } from "../board/board.ts"
import { keyOfFile } from "../board/file-key.ts"
import { roomFiles } from "../board-tables.ts"
import { setAllowance, setPolicy } from "../moderation.ts"
import { roomsData } from "../personal-data.ts"
import { writeClass, writeSeat } from "../test-room.ts"
import { roomWhiteboardItems, roomWhiteboards } from "../whiteboard-tables.ts"
import { PAGES_OF_PERSON } from "./drawn-pages.ts"
import { PageNotDrawn } from "./page-drawing.ts"
import { draw, getWhiteboard } from "./whiteboard.ts"
import { drawWhiteboardPage, keepWhiteboard } from "./whiteboard-files.ts"

let world: TestContext
let teacher: SignedIn
let asha: SignedIn
let kabir: SignedIn
let class_id: string

beforeAll(async () => {
  world = await createTestContext()
  asha = await createStudent(world.ctx)
  kabir = await createStudent(world.ctx)
})
beforeEach(async () => {
  teacher = await createInstructor(world.ctx)
  class_id = await writeClass(world.ctx, teacher)
  for (const student of [asha, kabir]) await writeSeat(world.ctx, class_id, student)
})
afterAll(() => world.close())

const as = (viewer: SignedIn) => world.as(viewer)
const item = (part: Partial<Parameters<typeof draw>[1]["items"][number]> = {}) => ({
  ...{ id: randomUUID(), page: 0, version: 1, kind: "line" as const, ink: "blue" as const, size: 4 },
  ...{ points: [0, 0, 50, 50], text: "", gone: false },
  ...part,
})
const saves = (viewer: SignedIn, ...items: ReturnType<typeof item>[]) => draw(as(viewer), { class_id, items })
const board = async (viewer: SignedIn, since?: number) => getWhiteboard(as(viewer), { class_id, since })
const refused = (code: string) => expect.objectContaining({ name: "Refusal", code })

test("ROOM-05 the whiteboard stays with the class: who comes late finds it, and then only what changed", async () => {
  const [first, second] = [item(), item({ page: 1 })]
  await saves(teacher, first)
  const { revision } = await board(asha)
  await draw(as(teacher), { class_id, items: [second], page: 1, pages: 2 })
  const late = await board(kabir)
  expect(late).toMatchObject({ page: 1, pages: 2 })
  expect(late.items.map((one) => one.id).sort()).toEqual([first.id, second.id].sort())
  expect((await board(asha, revision)).items.map((one) => one.id)).toEqual([second.id])
  expect((await board(asha, late.revision)).items).toEqual([])
})

test("ROOM-05 of two states of an item the newer counts, however late the older comes", async () => {
  const drawn = item()
  await saves(teacher, { ...drawn, version: 3, gone: true }, { ...drawn, version: 2 })
  await saves(teacher, drawn)
  expect((await board(asha)).items).toEqual([])
  const [known] = (await board(asha, 0)).items
  expect(known).toMatchObject({ id: drawn.id, version: 3, gone: true, text: "", points: [0, 0] })
  const again = item()
  await saves(teacher, again, { ...again, ink: "red" })
  expect((await board(asha)).items).toMatchObject([{ id: again.id, ink: "red" }])
})

test("ROOM-10 states that arrive in any order, twice or at once leave the same item, also from two devices", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const people = [teacher, asha]
  const change = fc.record({
    by: fc.nat(1),
    version: fc.integer({ min: 2, max: 3 }),
    x: fc.nat(2),
    gone: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 6 }).chain((changes) =>
        fc.record({
          changes: fc.constant(changes),
          orders: fc.tuple(...[0, 1].map(() => fc.shuffledSubarray(changes, { minLength: changes.length }))),
        }),
      ),
      async ({ changes, orders }) => {
        const ends = []
        for (const order of orders) {
          const drawn = item()
          await saves(asha, drawn)
          await Promise.all(
            [...order, ...changes.slice(0, 1)].map(({ by, version, x, gone }) =>
              saves(people[by] ?? teacher, { ...drawn, version, gone, points: [x, 0, 50, 50] }),
            ),
          )
          const { id: _, ...end } = (await board(asha, 0)).items.find(({ id }) => id === drawn.id) ?? drawn
          ends.push(end)
        }
        expect(ends[0]).toEqual(ends[1])
      },
    ),
    { numRuns: 12 },
  )
})

test("ROOM-10 a moved item shows at its place to who comes late and in the kept picture, and keeps its author", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const drawn = item()
  await saves(asha, drawn)
  await saves(teacher, { ...drawn, version: 2, points: [700, 700, 750, 750] })
  expect((await board(kabir)).items).toMatchObject([
    { points: [700, 700, 750, 750], author: asha.user_id, changed_by: teacher.user_id },
  ])
  await saves(asha, { ...drawn, version: 3, points: [710, 700, 760, 750] })
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  const [file] = (await getBoard(as(asha), { class_id })).state?.files ?? []
  const picture = await text(await world.ctx.files.read(keyOfFile(file?.id ?? "")))
  expect(picture).toContain("M710 700L760 750")
  expect(picture.match(/<path/g)).toHaveLength(1)
})

test("ROOM-10 nobody changes others' items by their id in capitals, or makes one that can't be erased", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const [theirs, lasting] = [item(), item()]
  await saves(teacher, theirs)
  await saves(asha, { ...theirs, id: theirs.id.toUpperCase(), version: 9, gone: true })
  await saves(asha, { ...lasting, version: 1_000_000_000 })
  expect((await board(kabir)).items).toMatchObject([{ id: theirs.id, version: 1 }])
})

/** Puts so many lines of somebody on the whiteboard. */
async function fill(viewer: SignedIn, count: number) {
  const { id: _, page, version, gone, ...body } = item()
  const row = {
    ...{ class_id, page, version, gone, body, revision: 1, drawn_at: world.ctx.clock.now() },
    ...{ author: viewer.user_id, changed_by: viewer.user_id, by_staff: viewer === teacher },
  }
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, () => ({ ...row, id: randomUUID() }))
    await world.ctx.db.insert(roomWhiteboardItems).values(rows)
  }
  await world.ctx.db
    .update(roomWhiteboards)
    .set({
      items: sql`${roomWhiteboards.items} + ${count}`,
      there: sql`${roomWhiteboards.there} + ${count}`,
    })
    .where(eq(roomWhiteboards.class_id, class_id))
}

test("ROOM-05 a whiteboard that is full takes nothing new until something is erased", async () => {
  const drawn = item()
  await saves(teacher, drawn)
  await fill(teacher, 4_999)
  await expect(saves(teacher, item())).rejects.toEqual(refused("WHITEBOARD_FULL"))
  expect((await board(asha)).items).toHaveLength(5_000)
  await saves(teacher, { ...drawn, version: 2, points: [9, 9, 50, 50] })
  await saves(teacher, { ...drawn, version: 3, gone: true })
  await saves(teacher, item())
  await expect(saves(teacher, item())).rejects.toEqual(refused("WHITEBOARD_FULL"))
  const back = saves(teacher, { ...drawn, version: 4 })
  await expect(back).rejects.toEqual(refused("WHITEBOARD_FULL"))
  expect((await board(asha)).items).toHaveLength(5_000)
  // Markers of what was erased remain, and are limited, too.
  await world.ctx.db
    .update(roomWhiteboardItems)
    .set({ gone: true })
    .where(eq(roomWhiteboardItems.class_id, class_id))
  const sheet = world.ctx.db.update(roomWhiteboards).set({ items: 20_000 })
  await sheet.where(eq(roomWhiteboards.class_id, class_id))
  await expect(saves(teacher, item())).rejects.toEqual(refused("WHITEBOARD_FULL"))
})

test("ROOM-05 one student can't fill the whiteboard, and the others go on drawing", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const drawn = item()
  await saves(asha, drawn)
  await fill(asha, 1_499)
  await expect(saves(asha, item())).rejects.toEqual(refused("WHITEBOARD_FULL"))
  await saves(kabir, item())
  await saves(asha, { ...drawn, version: 2, gone: true })
  const last = item()
  await saves(asha, last)
  // What was erased doesn't come back over the limit, but what is there can be changed.
  await expect(saves(asha, { ...drawn, version: 3 })).rejects.toEqual(refused("WHITEBOARD_FULL"))
  await saves(asha, { ...last, version: 2, points: [9, 9, 50, 50] })
  expect((await board(asha)).items.filter(({ author }) => author === asha.user_id)).toHaveLength(1_500)
})

test("ROOM-05 a whiteboard knows how many items are there, also after an account is erased and the class ends", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const rhea = await createStudent(world.ctx)
  await writeSeat(world.ctx, class_id, rhea)
  const there = async () => {
    const of = eq(roomWhiteboards.class_id, class_id)
    return (await world.ctx.db.select().from(roomWhiteboards).where(of))[0]?.there
  }
  const [one, other] = [item(), item()]
  await saves(teacher, one, other, item({ gone: true }), item({ screen: randomUUID() }))
  await saves(rhea, item(), item())
  expect(await there()).toBe(5)
  await saves(teacher, { ...one, version: 2, gone: true }, { ...other, version: 2, points: [9, 9, 50, 50] })
  expect(await there()).toBe(4)
  await saves(teacher, { ...one, version: 3 }, { ...one, version: 2 })
  expect(await there()).toBe(5)
  await inTransaction(world.ctx, (tx) => roomsData.eraseFor(tx, { ...rhea, contacts: [] }))
  expect(await there()).toBe(3)
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  expect(await there()).toBe(2)
})

test("ROOM-05 the instructor decides who draws, and a student changes nothing of others'", async () => {
  const theirs = item()
  await saves(teacher, theirs)
  await expect(saves(asha, item())).rejects.toEqual(refused("DRAWING_HELD"))
  await setAllowance(as(teacher), { class_id, person_id: asha.user_id, drawing: true })
  const mine = item()
  await saves(asha, mine, { ...theirs, version: 9, gone: true })
  await expect(saves(kabir, item())).rejects.toEqual(refused("DRAWING_HELD"))
  await setPolicy(as(teacher), { class_id, drawing: true })
  await saves(kabir, { ...mine, version: 9, gone: true })
  await draw(as(kabir), { class_id, items: [], page: 3, pages: 9 })
  const { items, page, pages } = await board(kabir)
  expect(items.map((one) => one.author).sort()).toEqual([teacher.user_id, asha.user_id].sort())
  expect({ page, pages }).toEqual({ page: 0, pages: 1 })
  await saves(teacher, { ...mine, version: 2, gone: true })
  expect((await board(kabir)).items.map((one) => one.id)).toEqual([theirs.id])
})

test("ROOM-05 browsers that save at once lose nothing, and each learns of the others by revision", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  const { revision } = await board(asha)
  const people = [teacher, asha, kabir]
  const drawn = Array.from({ length: 30 }, () => item())
  await Promise.all(drawn.map((one, turn) => saves(people[turn % 3] ?? teacher, one)))
  expect((await board(asha)).items).toHaveLength(30)
  expect((await board(asha, revision)).items).toHaveLength(30)
  expect((await board(asha)).revision).toBe(revision + 30)
})

test("ROOM-10 the instructor chooses each page's paper, which who comes late and the kept picture show", async () => {
  await setPolicy(as(teacher), { class_id, drawing: true })
  await saves(teacher, item(), item({ page: 1 }))
  expect((await board(asha)).squared).toEqual([])
  await draw(as(teacher), { class_id, items: [], squared: [1, 1] })
  await draw(as(asha), { class_id, items: [], squared: [0] })
  expect((await board(kabir)).squared).toEqual([1])
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  const files = (await getBoard(as(asha), { class_id })).state?.files ?? []
  const pictures = await Promise.all(
    files.map(async ({ id }) => text(await world.ctx.files.read(keyOfFile(id)))),
  )
  expect(pictures.map((picture) => picture.includes("M1550 0V900"))).toEqual([false, true])
})

test("ROOM-05 at the end every page is a picture among the class's files, once", async () => {
  await saves(teacher, item(), item({ page: 2, kind: "text", points: [9, 9], text: "a < b", size: 40 }))
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  await keepWhiteboard(world.ctx, class_id)
  const files = (await getBoard(as(asha), { class_id })).state?.files ?? []
  expect(files.map((file) => file.name)).toEqual(["Whiteboard 1.svg", "Whiteboard 3.svg"])
  const stored = await world.ctx.files.read(keyOfFile(files[1]?.id ?? ""))
  expect(await text(stored)).toContain("a &lt; b")
})

test("ROOM-05 thirty people who look at the pages of one class see them all, and what is new on them", async () => {
  const write = (words: string, page: number) => item({ kind: "text", text: words, size: 40, page })
  await saves(teacher, ...[0, 1, 2].map((page) => write(`page ${page}.`, page)))
  const look = async (page: number, viewer = asha) =>
    (await drawWhiteboardPage(as(viewer), { class_id, page })).svg
  const looks = Array.from({ length: 90 }, (_, at) => look(at % 3))
  for (const [at, svg] of (await Promise.all(looks)).entries()) expect(svg).toContain(`page ${at % 3}.`)
  await saves(teacher, write("and more", 1))
  expect(await look(1)).toContain("and more")

  // Once it is over, the page is shown as it was kept, and isn't drawn.
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  const limit = { ...PAGES_OF_PERSON, of: kabir.user_id }
  for (let tries = 0; tries < limit.most; tries += 1) await countTry(world.ctx, [limit])
  expect(await look(2, kabir)).toContain("page 2.")
  await world.ctx.db.delete(roomFiles).where(eq(roomFiles.class_id, class_id))
  await saveLater()
  await expect(look(2, kabir)).rejects.toEqual(refused("TOO_MANY_REQUESTS"))
  expect(await look(2)).toContain("page 2.")

  async function saveLater() {
    const next = { revision: sql`${roomWhiteboards.revision} + 1` }
    await world.ctx.db.update(roomWhiteboards).set(next).where(eq(roomWhiteboards.class_id, class_id))
  }
})

test("ROOM-05 pages that couldn't be drawn are tried again, and those that are kept aren't drawn anew", async () => {
  await saves(teacher, item(), item({ page: 2 }))
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  const none = { seconds: 0, heapMegabytes: 64 }
  await expect(keepWhiteboard(world.ctx, class_id, none)).rejects.toBeInstanceOf(PageNotDrawn)
  const files = async () => (await getBoard(as(asha), { class_id })).state?.files.map(({ name }) => name)
  expect(await files()).toEqual([])
  await keepWhiteboard(world.ctx, class_id)
  await keepWhiteboard(world.ctx, class_id, none)
  expect(await files()).toEqual(["Whiteboard 1.svg", "Whiteboard 3.svg"])
})

test("ROOM-10 what is over a shared screen is found by its share alone, stays there, and goes when the class ends", async () => {
  const [screen, next] = [randomUUID(), randomUUID()]
  await setPolicy(as(teacher), { class_id, drawing: true })
  const [page, over] = [item(), item({ screen: screen.toUpperCase() })]
  await saves(asha, page, over)
  const on = async (share: string, since?: number) => {
    const { items } = await getWhiteboard(as(kabir), { class_id, screen: share, since })
    return items.map(({ id, gone }) => ({ id, gone }))
  }
  expect((await board(kabir)).items.map(({ id }) => id)).toEqual([page.id])
  expect(await on(screen)).toEqual([{ id: over.id, gone: false }])
  expect(await on(next)).toEqual([])
  // Neither another share nor a page can take it away from there.
  const { revision } = await board(kabir)
  for (const to of [{ screen: next }, {}]) await saves(asha, { ...item(to), id: over.id, version: 2 })
  expect(await on(screen)).toEqual([{ id: over.id, gone: false }])
  await saves(asha, { ...over, version: 2, gone: true })
  expect(await on(screen, revision)).toEqual([{ id: over.id, gone: true }])
  await saves(teacher, item({ screen }))
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  expect(await on(screen)).toEqual([])
  const { files } = (await getBoard(as(asha), { class_id })).state ?? { files: [] }
  expect(files.map(({ name }) => name)).toEqual(["Whiteboard 1.svg"])
})
