import { randomUUID } from "node:crypto"
import { text } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { getBoard } from "../board/board.ts"
import { classFileId, keepClassFile, remakeClassFile } from "../board/class-files.ts"
import { keyOfFile } from "../board/file-key.ts"
import { linkFile } from "../board/files.ts"
import { roomFiles } from "../board-tables.ts"
import { roomsJobs } from "../jobs.ts"
import { setPolicy } from "../moderation.ts"
import { roomsData } from "../personal-data.ts"
import { writeClass, writeSeat } from "../test-room.ts"
import { redrawStale } from "./erased-drawings.ts"
import { draw, getWhiteboard, readItems } from "./whiteboard.ts"
import { drawWhiteboardPage, keepWhiteboard, keptPageId } from "./whiteboard-files.ts"

let world: TestContext
let teacher: SignedIn
let asha: SignedIn
let rhea: SignedIn
let class_id: string

beforeAll(async () => {
  world = await createTestContext()
})
beforeEach(async () => {
  teacher = await createInstructor(world.ctx)
  asha = await createStudent(world.ctx)
  rhea = await createStudent(world.ctx)
  class_id = await writeClass(world.ctx, teacher)
  for (const student of [asha, rhea]) await writeSeat(world.ctx, class_id, student)
  await setPolicy(world.as(teacher), { class_id, drawing: true })
})
afterAll(() => world.close())

/** Writes these words on a page of the whiteboard. */
async function writes(viewer: SignedIn, words: string, page = 0): Promise<void> {
  const looks = { kind: "text" as const, ink: "blue" as const, size: 40, points: [9, 9], text: words }
  const item = { id: randomUUID(), page, version: 1, gone: false, ...looks }
  await draw(world.as(viewer), { class_id, items: [item] })
}

/** Rhea writes alone on the second page, and with the teacher on the first; the third is the teacher's. */
async function writePages(): Promise<void> {
  for (const page of [0, 2]) await writes(teacher, "by Meera", page)
  for (const page of [0, 1]) await writes(rhea, "by Rhea", page)
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
}

const eraseRhea = () => inTransaction(world.ctx, (tx) => roomsData.eraseFor(tx, { ...rhea, contacts: [] }))
const filesSeen = async () => (await getBoard(world.as(asha), { class_id })).state?.files ?? []
const bytesOf = async (id: string) => text(await world.ctx.files.read(keyOfFile(id)))

/** Returns each file that students see, with who wrote what it shows. */
async function kept() {
  return Promise.all(
    (await filesSeen()).map(async ({ id, name, size_bytes }) => {
      const page = await bytesOf(id)
      expect(page).toHaveLength(size_bytes)
      return [name, ...(page.match(/by [A-Z][a-z]+/g) ?? []).sort()]
    }),
  )
}

test("ROOM-05 LAW-02 what an erased student drew is in no kept page any more, and what others drew still is", async () => {
  await writePages()
  await keepWhiteboard(world.ctx, class_id)
  const before = (await getWhiteboard(world.as(teacher), { class_id })).revision
  expect(await kept()).toEqual([
    ["Whiteboard 1.svg", "by Meera", "by Rhea"],
    ["Whiteboard 2.svg", "by Rhea"],
    ["Whiteboard 3.svg", "by Meera"],
  ])
  const sent = world.jobs.length
  await eraseRhea()
  const jobs = world.jobs.slice(sent).filter(({ queue }) => queue === "rooms.redraw-kept")
  expect(jobs).toMatchObject([{ data: { class_id } }])
  // A board that is open learns of it.
  const { items } = await getWhiteboard(world.as(teacher), { class_id, since: before })
  expect(items.filter(({ gone }) => gone)).toHaveLength(2)
  for (let twice = 0; twice < 2; twice += 1) {
    await redrawStale(world.ctx, class_id)
    expect((await kept()).sort()).toEqual([
      ["Whiteboard 1.svg", "by Meera"],
      ["Whiteboard 3.svg", "by Meera"],
    ])
  }
})

test("ROOM-05 LAW-02 from the moment of the erasure nobody gets a kept page with it, and the page itself is shown without", async () => {
  await writePages()
  await keepWhiteboard(world.ctx, class_id)
  const [file_id, untouched] = [keptPageId(class_id, 0), keptPageId(class_id, 2)]
  await eraseRhea()
  expect(await kept()).toEqual([["Whiteboard 3.svg", "by Meera"]])
  for (const viewer of [asha, teacher])
    await expect(linkFile(world.as(viewer), { class_id, file_id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    })
  expect(await linkFile(world.as(asha), { class_id, file_id: untouched })).toHaveProperty("url")
  const { svg } = await drawWhiteboardPage(world.as(asha), { class_id, page: 0 })
  expect([svg.includes("by Meera"), svg.includes("by Rhea")]).toEqual([true, false])
})

test("ROOM-05 LAW-02 a page that can't be made anew doesn't keep the others, and a retry makes it alone", async () => {
  await writePages()
  await keepWhiteboard(world.ctx, class_id)
  await eraseRhea()
  const stored: string[] = []
  const failing = (key?: string): Ctx => ({
    ...world.ctx,
    files: {
      ...world.ctx.files,
      put: async (to, ...rest) => {
        if (to === key) throw new Error("the page can't be stored")
        stored.push(to)
        return world.ctx.files.put(to, ...rest)
      },
    },
  })
  const first = keyOfFile(keptPageId(class_id, 0))
  await expect(redrawStale(failing(first), class_id)).rejects.toThrow("1 files of a class")
  expect(await world.ctx.db.$count(roomFiles, eq(roomFiles.id, keptPageId(class_id, 1)))).toBe(0)
  expect(await kept()).toEqual([["Whiteboard 3.svg", "by Meera"]])
  // Of what was erased nothing is stored any more, also of the page that failed.
  expect(await world.ctx.files.size(first)).toBeNull()
  stored.length = 0
  await redrawStale(failing(), class_id)
  expect(stored).toEqual([first])
  expect((await kept()).sort()).toEqual([
    ["Whiteboard 1.svg", "by Meera"],
    ["Whiteboard 3.svg", "by Meera"],
  ])
})

test("ROOM-05 LAW-02 what is erased while a page is being kept, or made anew, is not in it", async () => {
  await writePages()
  const read = async () => (await readItems(world.ctx, class_id)).map((item) => item.text)
  let tries = 0
  /** Takes so long that somebody is erased meanwhile. */
  const make = async () => {
    const words = await read()
    tries += 1
    if (tries === 1) await eraseRhea()
    return new TextEncoder().encode(words.join())
  }
  const file = { of: `a page ${class_id}`, name: "Page.txt", contentType: "text/plain", make }
  await keepClassFile(world.ctx, { id: class_id, instructor_id: teacher.user_id }, file)
  expect(await kept()).toEqual([["Page.txt", "by Meera", "by Meera"]])
  const id = classFileId(file.of)
  await world.ctx.db.update(roomFiles).set({ stale: true }).where(eq(roomFiles.id, id))
  await Promise.all([0, 1].map(() => remakeClassFile(world.ctx, class_id, id, make)))
  expect(await kept()).toEqual([["Page.txt", "by Meera", "by Meera"]])
})

test("ROOM-05 LAW-02 bytes that an attempt left which died are replaced", async () => {
  await writePages()
  const id = keptPageId(class_id, 0)
  await world.ctx.files.put(keyOfFile(id), Buffer.from("by Rhea, from before"), "image/svg+xml")
  await eraseRhea()
  await keepWhiteboard(world.ctx, class_id)
  expect(await kept()).toEqual([
    ["Whiteboard 1.svg", "by Meera"],
    ["Whiteboard 3.svg", "by Meera"],
  ])
})

test("ROOM-05 LAW-02 files of which the job failed for good are tried again each night", async () => {
  await writePages()
  await keepWhiteboard(world.ctx, class_id)
  await eraseRhea()
  const sent = world.jobs.length
  const nightly = roomsJobs.find(({ queue }) => queue === "rooms.empty-bin")
  await nightly?.handle(world.ctx, {})
  const jobs = world.jobs.slice(sent).filter(({ queue }) => queue === "rooms.redraw-kept")
  expect(jobs.map(({ data }) => data)).toContainEqual({ class_id })
})
