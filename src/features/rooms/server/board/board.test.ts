import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { readmitStudent, removeStudent, setAllowance, setPolicy } from "../moderation.ts"
import { emptyRoomBin } from "../room-bin.ts"
import { writeClass, writeSeat } from "../test-room.ts"
import { getBoard } from "./board.ts"
import { deleteMessage, listMessages, restoreMessage, sendMessage } from "./chat.ts"
import { lowerHands, setHand } from "./hands.ts"
import { changePoll, createPoll, vote } from "./polls.ts"

let world: TestContext
let teacher: SignedIn
let asha: SignedIn
let kabir: SignedIn
let class_id: string

beforeAll(async () => {
  world = await createTestContext()
  asha = await createStudent(world.ctx)
  kabir = await createStudent(world.ctx, { first_name: "Kabir", last_name: "Singh" })
})
afterAll(() => world.close())

async function startClass(columns: Parameters<typeof writeClass>[2] = {}): Promise<void> {
  world.clock.advance(3_600_000)
  teacher = await createInstructor(world.ctx)
  class_id = await writeClass(world.ctx, teacher, columns)
  for (const student of [asha, kabir]) await writeSeat(world.ctx, class_id, student)
}

const refused = (code: string, data?: object) => expect.objectContaining({ name: "Refusal", code, ...data })
const as = (viewer: SignedIn) => world.as(viewer)
const say = (viewer: SignedIn, body: string, private_with: string | null = null, id: string = randomUUID()) =>
  sendMessage(as(viewer), { class_id, id, body, private_with })
const boardOf = (viewer: SignedIn, since?: number) => getBoard(as(viewer), { class_id, since })
const bodies = async (viewer: SignedIn) => (await boardOf(viewer)).messages.map((one) => one.body)

test("ROOM-05 late joiners read the messages in order, and earlier ones by page", async () => {
  await startClass()
  for (let n = 1; n <= 60; n += 1) {
    world.clock.advance(3_000)
    await say(teacher, `message ${n}`)
  }
  const board = await boardOf(kabir)
  expect(board.messages.map((one) => one.body)).toEqual(
    Array.from({ length: 50 }, (_, n) => `message ${n + 11}`),
  )
  expect(board.has_older).toBe(true)
  const earlier = await listMessages(as(kabir), { class_id, before: board.messages[0]?.seq ?? 0 })
  expect(earlier.messages.map((one) => one.body)).toEqual(
    Array.from({ length: 10 }, (_, n) => `message ${n + 1}`),
  )
  expect(earlier.has_older).toBe(false)
})

test("ROOM-05 the same message sent again, five times at once, is one message", async () => {
  await startClass()
  const id = randomUUID()
  const sent = await Promise.all(Array.from({ length: 5 }, () => say(asha, "once", null, id)))
  expect(new Set(sent.map((one) => one.seq)).size).toBe(1)
  expect(await bodies(kabir)).toEqual(["once"])
  await expect(say(kabir, "stolen", null, id)).rejects.toEqual(refused("NOT_FOUND"))
})

test("ROOM-05 twenty who write at once lose nothing, and catching up by revision brings exactly what is new", async () => {
  await startClass()
  const people = [asha, kabir, teacher]
  const write = (round: string) =>
    Promise.all(Array.from({ length: 9 }, (_, n) => say(people[n % 3] ?? teacher, `${round}-${n}`)))
  await write("first")
  const { revision } = await boardOf(kabir)
  expect(await boardOf(kabir, revision)).toEqual({ revision, state: null, messages: [], has_older: false })
  await write("second")
  const caughtUp = await boardOf(kabir, revision)
  expect(caughtUp.messages.map((one) => one.body).sort()).toEqual(
    Array.from({ length: 9 }, (_, n) => `second-${n}`),
  )
  const places = (await boardOf(kabir)).messages.map((one) => one.seq)
  expect(places).toEqual([...new Set(places)].sort((one, other) => one - other))
  expect(caughtUp.revision).toBe(18)
})

test("ROOM-05 what a student writes to the instructor alone is read by staff and that student only", async () => {
  await startClass()
  await say(asha, "I did not understand", asha.user_id)
  await say(teacher, "See page 4", asha.user_id)
  expect(await bodies(asha)).toEqual(["I did not understand", "See page 4"])
  expect(await bodies(kabir)).toEqual([])
  expect(await bodies(await createAdmin(world.ctx))).toHaveLength(2)
  await expect(say(kabir, "to Asha", asha.user_id)).rejects.toEqual(refused("NOT_FOUND"))
  const outsider = await createStudent(world.ctx)
  const fields = { data: { fields: { private_with: "STUDENT_UNKNOWN" } } }
  await expect(say(teacher, "hello", outsider.user_id)).rejects.toEqual(refused("FIELD_ERRORS", fields))
})

test("ROOM-03 a held chat takes nothing from students but a word to the instructor, and one may be let through", async () => {
  await startClass()
  await setPolicy(as(teacher), { class_id, chat: false })
  await expect(say(asha, "hello")).rejects.toEqual(refused("CHAT_HELD"))
  await say(asha, "may I?", asha.user_id)
  await say(teacher, "quiet please")
  await setAllowance(as(teacher), { class_id, person_id: asha.user_id, chat: true })
  await say(asha, "thank you")
  await expect(say(kabir, "me too")).rejects.toEqual(refused("CHAT_HELD"))
  await setPolicy(as(teacher), { class_id, chat: true })
  await setAllowance(as(teacher), { class_id, person_id: asha.user_id, chat: false })
  await expect(say(asha, "again", asha.user_id)).rejects.toEqual(refused("CHAT_HELD"))
  expect(await bodies(kabir)).toEqual(["quiet please", "thank you"])
})

test("ROOM-03 a deleted message goes from every board, also from one that has it already", async () => {
  await startClass()
  const message = await say(asha, "something rude")
  const { revision } = await boardOf(kabir)
  await expect(deleteMessage(as(asha), { class_id, message_id: message.id })).rejects.toEqual(
    refused("NOT_FOUND"),
  )
  await deleteMessage(as(teacher), { class_id, message_id: message.id })
  expect((await boardOf(kabir, revision)).messages).toEqual([
    expect.objectContaining({ id: message.id, body: "", deleted: true }),
  ])
  expect(await bodies(asha)).toEqual([""])
})

test("ROOM-03 a deleted message is shown again by Undo, by staff alone and for 30 days", async () => {
  await startClass()
  const message = await say(asha, "what is a half?")
  const input = { class_id, message_id: message.id }
  await deleteMessage(as(teacher), input)
  await expect(restoreMessage(as(asha), input)).rejects.toEqual(refused("NOT_FOUND"))
  const { revision } = await boardOf(kabir)
  await restoreMessage(as(teacher), input)
  expect((await boardOf(kabir, revision)).messages).toEqual([
    expect.objectContaining({ id: message.id, body: "what is a half?", deleted: false }),
  ])
  await deleteMessage(as(teacher), input)
  world.clock.advance(30 * DAY)
  await expect(restoreMessage(as(teacher), input)).rejects.toEqual(refused("NOT_FOUND"))
  await emptyRoomBin(world.ctx)
  expect(await bodies(asha)).toEqual([])
})

test("ROOM-05 who writes too fast is asked to wait, and may go on after half a minute", async () => {
  await startClass()
  for (let n = 0; n < 12; n += 1) await say(asha, `${n}`)
  await expect(say(asha, "too much")).rejects.toEqual(refused("TOO_MANY_REQUESTS"))
  await say(kabir, "not me")
  world.clock.advance(30_001)
  await say(asha, "calm again")
})

test("ROOM-05 hands keep the order they went up in, through reloads and second presses", async () => {
  await startClass()
  await setHand(as(kabir), { class_id, raised: true })
  await setHand(as(asha), { class_id, raised: true })
  await setHand(as(kabir), { class_id, raised: true })
  const names = async () => (await boardOf(teacher)).state?.hands.map((hand) => hand.name)
  expect(await names()).toEqual(["Kabir Singh", "Asha Rao"])
  await lowerHands(as(teacher), { class_id, person_id: kabir.user_id })
  expect(await names()).toEqual(["Asha Rao"])
  await setHand(as(kabir), { class_id, raised: true })
  expect(await names()).toEqual(["Asha Rao", "Kabir Singh"])
  await lowerHands(as(teacher), { class_id })
  expect(await names()).toEqual([])
  await expect(setHand(as(teacher), { class_id, raised: true })).rejects.toEqual(refused("NOT_FOUND"))
})

const draft = (id: string) => ({
  ...{ class_id, id, question: "Which is larger?", options: ["1/2", "2/3", "3/5"] },
  ...{ is_multiple: false, may_change: true, open: true },
})

test("ROOM-05 a poll counts each student once, with the vote they end with, and tells students nothing before it is shown", async () => {
  await startClass()
  const id = randomUUID()
  await createPoll(as(teacher), draft(id))
  await createPoll(as(teacher), draft(id))
  const choose = (viewer: SignedIn, ...choices: number[]) =>
    vote(as(viewer), { class_id, poll_id: id, choices })
  await Promise.all([choose(asha, 0), choose(asha, 0), choose(kabir, 1)])
  expect(await choose(asha, 1)).toMatchObject({ mine: [1], votes: null, voters: null })
  await expect(choose(asha, 0, 1)).rejects.toEqual(refused("FIELD_ERRORS"))
  await expect(choose(asha, 3)).rejects.toEqual(refused("FIELD_ERRORS"))
  await expect(choose(teacher, 1)).rejects.toEqual(refused("NOT_FOUND"))
  const polls = async (viewer: SignedIn) => (await boardOf(viewer)).state?.polls
  expect(await polls(teacher)).toEqual([expect.objectContaining({ votes: [0, 2, 0], voters: 2, mine: [] })])
  expect(await polls(kabir)).toEqual([expect.objectContaining({ votes: null, mine: [1], status: "open" })])
  await changePoll(as(teacher), { class_id, poll_id: id, status: "closed", results_shown: true })
  await expect(choose(asha, 0)).rejects.toEqual(refused("POLL_CLOSED"))
  expect(await polls(kabir)).toEqual([
    expect.objectContaining({ votes: [0, 2, 0], voters: 2, status: "closed" }),
  ])
})

test("ROOM-05 a poll whose votes stand takes the first only, drafts are for staff, several choices where it says so", async () => {
  await startClass()
  const [firm, later] = [randomUUID(), randomUUID()]
  await createPoll(as(teacher), { ...draft(firm), may_change: false, is_multiple: true })
  await createPoll(as(teacher), { ...draft(later), open: false })
  const choose = (choices: number[], poll_id = firm) => vote(as(asha), { class_id, poll_id, choices })
  await choose([2, 0])
  await choose([0, 2])
  await expect(choose([1])).rejects.toEqual(refused("ALREADY_VOTED"))
  await expect(choose([1], later)).rejects.toEqual(refused("NOT_FOUND"))
  expect((await boardOf(asha)).state?.polls.map((poll) => poll.id)).toEqual([firm])
  expect((await boardOf(teacher)).state?.polls.map((poll) => poll.votes)).toEqual([
    [1, 0, 1],
    [0, 0, 0],
  ])
  const alike = createPoll(as(teacher), { ...draft(randomUUID()), options: ["Yes", "yes"] })
  await expect(alike).rejects.toEqual(refused("FIELD_ERRORS"))
})

test("ROOM-03 every command over students is in the audit log, and none works on somebody without a place", async () => {
  await startClass()
  const person_id = asha.user_id
  await setPolicy(as(teacher), { class_id, microphones: false, locked: true })
  await setAllowance(as(teacher), { class_id, person_id, microphone: true })
  await removeStudent(as(teacher), { class_id, person_id })
  await readmitStudent(as(teacher), { class_id, person_id })
  const acts = await world.ctx.db
    .select({ action: auditLog.action, actor: auditLog.actor_id, detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.subject_id, class_id))
  expect(new Set(acts.map((act) => act.actor))).toEqual(new Set([teacher.user_id]))
  expect(acts.map((act) => [act.action, act.detail])).toEqual(
    expect.arrayContaining([
      ["room.policy", { microphones_from: true, microphones_to: false, locked_from: false, locked_to: true }],
      ["room.allowance", { person_id, microphone_from: null, microphone_to: true }],
      ["room.remove", { person_id }],
      ["room.readmit", { person_id }],
    ]),
  )
  const outsider = (await createStudent(world.ctx)).user_id
  for (const target of [outsider, teacher.user_id]) {
    await expect(removeStudent(as(teacher), { class_id, person_id: target })).rejects.toEqual(
      refused("NOT_FOUND"),
    )
  }
})

test("ROOM-03 a removed student reads and writes nothing any more, until let in again", async () => {
  await startClass()
  await setHand(as(asha), { class_id, raised: true })
  await removeStudent(as(teacher), { class_id, person_id: asha.user_id })
  await expect(boardOf(asha)).rejects.toEqual(refused("NOT_FOUND"))
  await expect(say(asha, "hello")).rejects.toEqual(refused("NOT_FOUND"))
  expect((await boardOf(teacher)).state).toMatchObject({ hands: [], removed: [{ name: "Asha Rao" }] })
  expect((await boardOf(kabir)).state?.removed).toEqual([])
  await readmitStudent(as(teacher), { class_id, person_id: asha.user_id })
  await say(asha, "I am back")
})

test("D5 after the class nothing is said or decided any more, and what was said can still be read", async () => {
  await startClass()
  await say(asha, "thank you")
  const { completeClass } = await import("#features/classes/server/service.ts")
  await completeClass(world.ctx, class_id, world.clock.now())
  await expect(say(asha, "one more")).rejects.toEqual(refused("CLASS_NOT_LIVE"))
  await expect(setPolicy(as(teacher), { class_id, chat: false })).rejects.toEqual(refused("CLASS_NOT_LIVE"))
  await expect(setHand(as(asha), { class_id, raised: true })).rejects.toEqual(refused("CLASS_NOT_LIVE"))
  expect(await bodies(asha)).toEqual(["thank you"])
})
