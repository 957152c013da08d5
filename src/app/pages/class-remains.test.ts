import { randomUUID } from "node:crypto"
import { createRouterClient } from "@orpc/server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { getBoard } from "#features/rooms/server/board/board.ts"
import { deleteMessage, sendMessage } from "#features/rooms/server/board/chat.ts"
import { changePoll, createPoll, vote } from "#features/rooms/server/board/polls.ts"
import { removeStudent } from "#features/rooms/server/moderation.ts"
import { roomsRouter } from "#features/rooms/server/router.ts"
import { keyOfSlide } from "#features/rooms/server/slides/slide-files.ts"
import { slideDecks } from "#features/rooms/server/slides/table.ts"
import { writeClass, writeSeat } from "#features/rooms/server/test-room.ts"
import { draw } from "#features/rooms/server/whiteboard/whiteboard.ts"
import { keepWhiteboard } from "#features/rooms/server/whiteboard/whiteboard-files.ts"
import { loader as loadFile } from "#features/rooms/web/room-file.page.tsx"
import { loader as loadSlide } from "#features/rooms/web/slides/slide-picture.page.tsx"
import { loader as loadPicture } from "#features/rooms/web/whiteboard/whiteboard-picture.page.tsx"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { sendFile } from "../http/files.ts"
import { loadRemains } from "./class-remains.load.ts"

let world: TestContext
let teacher: SignedIn
let asha: SignedIn
let kabir: SignedIn
let class_id: string
const shownDeck = randomUUID()

beforeAll(async () => {
  world = await createTestContext()
  teacher = await createInstructor(world.ctx)
  asha = await createStudent(world.ctx)
  kabir = await createStudent(world.ctx, { first_name: "Kabir" })
  class_id = await writeClass(world.ctx, teacher)
  for (const student of [asha, kabir]) await writeSeat(world.ctx, class_id, student)
  await holdClass()
})
afterAll(() => world.close())

const say = (viewer: SignedIn, body: string, private_with: string | null = null) =>
  sendMessage(world.as(viewer), { class_id, id: randomUUID(), body, private_with })

/** Makes a class in which everything that can remain was created. */
async function holdClass(): Promise<void> {
  const staff = world.as(teacher)
  await say(teacher, "Welcome")
  await say(asha, "May I leave early?", asha.user_id)
  const rude = await say(kabir, "nonsense")
  await deleteMessage(staff, { class_id, message_id: rude.id })
  const ask = (question: string, open: boolean) =>
    createPoll(staff, {
      ...{ class_id, id: randomUUID(), question, options: ["9", "12"], open },
      ...{ is_multiple: false, may_change: true },
    })
  const shown = await ask("3/4 of 12?", true)
  await vote(world.as(asha), { class_id, poll_id: shown.id, choices: [0] })
  await changePoll(staff, { class_id, poll_id: shown.id, results_shown: true })
  await ask("Hidden?", true)
  await ask("Never asked?", false)
  const line = { version: 1, kind: "line" as const, ink: "blue" as const, size: 4, text: "", gone: false }
  await draw(staff, {
    class_id,
    items: [{ ...line, id: randomUUID(), page: 1, points: [0, 0, 50, 50] }],
    pages: 2,
  })
  const deck = { class_id, added_by: teacher.user_id, kind: "pdf" as const, size_bytes: 9, page_count: 3 }
  const created_at = world.ctx.clock.now()
  await world.ctx.db.insert(slideDecks).values([
    { ...deck, id: shownDeck, name: "Shown.pdf", status: "ready", reached: 1, created_at },
    { ...deck, id: randomUUID(), name: "Next week.pdf", status: "ready", created_at },
    { ...deck, id: randomUUID(), name: "Broken.pdf", status: "failed", failure: "DAMAGED", created_at },
  ])
}

/** The loaders' request as this person makes it. */
function pageOf(viewer: SignedIn | null) {
  const context = viewer ? world.as(viewer) : world.ctx
  return {
    api: { rooms: createRouterClient(roomsRouter, { context }) },
    viewer,
    zone: "Asia/Kolkata",
    sendFile: (url: string) => sendFile(world.ctx, url, new Request(`http://localhost${url}`)),
  } as never
}
const scheduledClass = (standing: "enrolled" | "instructor" | "none") => ({
  ...{ id: class_id, title: "Fractions", status: "completed" as const, standing },
})
const remainsFor = (
  viewer: SignedIn,
  standing: Parameters<typeof scheduledClass>[0],
  before: string | null = null,
) => loadRemains(pageOf(viewer), scheduledClass(standing), before)
const visit = (viewer: SignedIn | null, params: object) =>
  ({
    request: new Request(`http://localhost/class/${class_id}`),
    context: { get: () => pageOf(viewer) },
    params: { classId: class_id, ...params },
  }) as never

test("ROOM-05 while the class runs its room shows what is there; afterwards its page does", async () => {
  expect(await loadRemains(pageOf(asha), { ...scheduledClass("enrolled"), status: "live" }, null)).toBeNull()
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  await keepWhiteboard(world.ctx, class_id)
  const remains = await remainsFor(asha, "enrolled")
  expect(remains).toMatchObject({ pages: [2], files: [], earlier: null, further: false })
  expect(remains?.polls.map((poll) => [poll.question, poll.votes, poll.mine])).toEqual([
    ["3/4 of 12?", [1, 0], [0]],
    ["Hidden?", null, []],
  ])
})

test("ROOM-10 afterwards a class keeps the slides that it was shown, and no other page of them", async () => {
  const slides = async (viewer: SignedIn, standing: "enrolled" | "instructor") =>
    (await remainsFor(viewer, standing))?.slides.map(({ name, pages }) => [name, pages])
  expect(await slides(asha, "enrolled")).toEqual([["Shown.pdf", 2]])
  expect(await slides(teacher, "instructor")).toEqual([
    ["Shown.pdf", 3],
    ["Next week.pdf", 3],
  ])
  const picture = { deckId: shownDeck, page: "1", size: "large" }
  await world.ctx.files.put(keyOfSlide(shownDeck, 1, "large"), Buffer.from("drawn"), "image/webp")
  const sent = await loadSlide(visit(asha, picture))
  expect([sent.status, await sent.text()]).toEqual([200, "drawn"])
  expect(sent.headers.get("cache-control")).toBe("private, max-age=3600")
  for (const other of [{ page: "200" }, { page: "-1" }, { page: "x" }, { size: "sent" }, { deckId: "x" }])
    await expect(loadSlide(visit(asha, { ...picture, ...other }))).rejects.toMatchObject({
      init: { status: 404 },
    })
  const stranger = await createStudent(world.ctx)
  await expect(loadSlide(visit(stranger, picture))).rejects.toMatchObject({ init: { status: 404 } })
})

test("ROOM-05 private words stay between a student and the instructor, and deleted ones are gone", async () => {
  const bodies = async (viewer: SignedIn, standing: "enrolled" | "instructor") =>
    (await remainsFor(viewer, standing))?.messages.map((one) => one.body)
  expect(await bodies(asha, "enrolled")).toEqual(["Welcome", "May I leave early?", ""])
  expect(await bodies(kabir, "enrolled")).toEqual(["Welcome", ""])
  expect(await bodies(teacher, "instructor")).toEqual(["Welcome", "May I leave early?", ""])
  const polls = (await remainsFor(teacher, "instructor"))?.polls ?? []
  expect(polls.map((poll) => poll.votes)).toEqual([
    [1, 0],
    [0, 0],
  ])
})

test("ROOM-05 earlier messages come by their place, and a place that is none shows the latest", async () => {
  const latest = (await remainsFor(asha, "enrolled"))?.messages ?? []
  const before = await remainsFor(asha, "enrolled", String(latest[1]?.seq))
  expect(before).toMatchObject({ further: true, earlier: null })
  expect(before?.messages.map((one) => one.body)).toEqual(["Welcome"])
  expect(await remainsFor(asha, "enrolled", "'; --")).toMatchObject({ further: false })
})

test("ROOM-05 who was no part of the class, or was put out, sees nothing of it; an admin does", async () => {
  const stranger = await createStudent(world.ctx)
  expect(await remainsFor(stranger, "none")).toBeNull()
  expect(await remainsFor(stranger, "enrolled")).toBeNull()
  expect(await remainsFor(await createAdmin(world.ctx), "none")).not.toBeNull()
  await expect(loadPicture(visit(stranger, { page: "2" }))).rejects.toMatchObject({ init: { status: 404 } })
  await expect(loadFile(visit(stranger, { fileId: randomUUID() }))).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test("ROOM-05 a page of the whiteboard is a picture in which nothing runs, and a file leads to its link", async () => {
  const picture = await loadPicture(visit(kabir, { page: "2" }))
  expect(picture.headers.get("content-type")).toBe("image/svg+xml")
  expect(picture.headers.get("content-security-policy")).toBe("default-src 'none'; img-src data:; sandbox")
  expect(await picture.text()).toContain("M0 0L50 50")
  for (const page of ["0", "21", "x"]) {
    await expect(loadPicture(visit(kabir, { page }))).rejects.toMatchObject({ init: { status: 404 } })
  }
  const { state } = await getBoard(world.as(kabir), { class_id })
  const led = await loadFile(visit(kabir, { fileId: state?.files[0]?.id }))
  expect(led.status).toBe(302)
})

test("ROOM-03 a student who was put out of a room finds nothing of it afterwards", async () => {
  class_id = await writeClass(world.ctx, teacher)
  await writeSeat(world.ctx, class_id, kabir)
  await say(teacher, "Welcome")
  await removeStudent(world.as(teacher), { class_id, person_id: kabir.user_id })
  await completeClass(world.ctx, class_id, world.ctx.clock.now())
  expect(await remainsFor(kabir, "enrolled")).toBeNull()
})
