import { eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { MOST_VIEWERS } from "#contract/recordings/recordings.ts"
import { user } from "#features/accounts/server/table.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { playerTexts } from "#features/recordings/web/player.texts.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { requestFor, seat } from "#tests/classes.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { recordingFigures } from "./figures.ts"
import { sweepRecordings } from "./processing.ts"
import { changeRecording, deleteRecording, restoreRecording, retryRecording } from "./service.ts"
import { classRecordings, recordingViews } from "./table.ts"
import { minorOf, recordingWorld } from "./test-recording.ts"
import { listViewers } from "./viewers.ts"
import {
  getRecording,
  linkToDownload,
  linkToPlay,
  listOwnRecordings,
  listRecordingsToWatch,
  recordWatching,
} from "./watching.ts"

const world = recordingWorld()

test("REC-05 students see the completed recordings of their classes that are shown to them, and nobody else does", async () => {
  const regular = await world.complete()
  const demo = await world.complete({ class_type: "demo" })
  const learner = world.context.as(world.student)
  const ids = async (who = learner) =>
    (await listRecordingsToWatch(who, { limit: 50 })).items.map((item) => item.id)
  expect(await ids()).toContain(demo.recording_id)
  expect(await ids()).not.toContain(regular.recording_id)
  await changeRecording(regular.me, { recording_id: regular.recording_id, visibility: "enrolled_students" })
  expect(await ids()).toContain(regular.recording_id)
  const stranger = world.context.as(await createStudent(world.ctx))
  expect(await ids(stranger)).toEqual([])
  for (const act of [getRecording, linkToPlay]) {
    await expect(act(stranger, demo.recording_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  const link = await linkToPlay(learner, demo.recording_id)
  expect(link.expires_in_seconds).toBe(3_600)
  expect(world.ctx.links.open(link.url.slice("/files/".length))).toMatchObject({ downloadAs: undefined })
  await expect(linkToDownload(learner, demo.recording_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  const unseen = await listRecordingsToWatch(learner, { limit: 50 })
  expect(unseen.items.every((item) => item.file_path === null && item.status === "completed")).toBe(true)
})

test("REC-05 CLS-08 a student whose demo was approved watches its recording, one who still waits doesn't", async () => {
  const { class_id, recording_id, me } = await world.complete({ class_type: "demo" })
  const guest = await createStudent(world.ctx)
  const request = await requestFor(world.ctx, class_id, guest, me.viewer)
  const watch = () => getRecording(world.context.as(guest), recording_id)
  await expect(watch()).rejects.toMatchObject({ code: "NOT_FOUND" })
  await world.ctx.db
    .update(demoClassRequests)
    .set({ status: "approved" })
    .where(eq(demoClassRequests.id, request))
  expect(await watch()).toMatchObject({ id: recording_id, file_path: null })
})

test("REC-05 admins see of every recording what its instructor does", async () => {
  const { recording_id, me } = await world.complete()
  const admin = world.context.as(await createAdmin(world.ctx))
  const { file_path } = await getRecording(me, recording_id)
  expect(file_path).toMatch(/\.webm$/)
  expect(await getRecording(admin, recording_id)).toMatchObject({ file_path })
})

test("REC-05 why processing had trouble is for its staff, and where somebody stopped watching for them alone", async () => {
  const { recording_id, class_id, me } = await world.complete({ class_type: "demo" })
  const failure = "EMPTY"
  await world.ctx.db.update(classRecordings).set({ failure }).where(eq(classRecordings.id, recording_id))
  const learner = world.context.as(world.student)
  await recordWatching(learner, { recording_id, position_seconds: 3, watched_seconds: 3 })
  const [row] = await world.ctx.db.select().from(scheduledClasses).where(eq(scheduledClasses.id, class_id))
  const { title, subject, scheduled_date } = row ?? {}
  const of = { class_title: title, subject, scheduled_date }
  const admin = world.context.as(await createAdmin(world.ctx))
  for (const staff of [me, admin])
    expect(await getRecording(staff, recording_id)).toMatchObject({ ...of, failure, resume_at: null })
  expect(await getRecording(learner, recording_id)).toMatchObject({ ...of, failure: null, resume_at: 3 })
  // A process of the release before may still write a sentence.
  await world.ctx.db.execute(sql`update class_recordings set failure = 'odd' where id = ${recording_id}`)
  expect(await getRecording(me, recording_id)).toMatchObject({ failure: "UNREADABLE" })
  await world.ctx.db
    .update(classRecordings)
    .set({ failure: null })
    .where(eq(classRecordings.id, recording_id))
  expect(await getRecording(me, recording_id)).toMatchObject({ failure: null })
})

test("REC-05 what its instructor deleted is gone for students too, from the list and by its id, until it is brought back", async () => {
  const { recording_id: id, me } = await world.complete({ class_type: "demo" })
  const learner = world.context.as(world.student)
  const listed = async () =>
    (await listRecordingsToWatch(learner, { limit: 50 })).items.some((item) => item.id === id)
  const opened = () => Promise.allSettled([getRecording(learner, id), linkToPlay(learner, id)])
  expect(await listed()).toBe(true)
  await deleteRecording(me, id)
  expect(await listed()).toBe(false)
  expect(await opened()).toMatchObject(Array(2).fill({ status: "rejected", reason: { code: "NOT_FOUND" } }))
  // Its page says who still can.
  for (const who of [me, world.context.as(await createAdmin(world.ctx))]) await linkToPlay(who, id)
  expect(playerTexts.en.inBinText).toBe("Only its instructor and admins can watch it.")
  expect(playerTexts.hi.inBinText).toMatch(/टीचर.*एडमिन/)
  await restoreRecording(me, id)
  expect(await listed()).toBe(true)
})

test("REC-05 an instructor finds, renames, downloads and deletes own recordings and no one else's", async () => {
  const mine = await world.complete()
  const id = mine.recording_id
  const other = world.context.as(world.teacher)
  await changeRecording(mine.me, { recording_id: id, title: "Fractions 100%" })
  const found = (search: string) => listOwnRecordings(mine.me, { limit: 50, search, bin: false })
  expect((await found("100%")).items.map((item) => item.id)).toEqual([id])
  expect((await found("100_")).items).toEqual([])
  const { url } = await linkToDownload(mine.me, id)
  expect(world.ctx.links.open(url.slice("/files/".length))).toMatchObject({
    downloadAs: "Fractions 100%.webm",
  })
  for (const act of [deleteRecording, restoreRecording, retryRecording, linkToPlay, linkToDownload]) {
    await expect(act(other, id), act.name).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  await expect(changeRecording(other, { recording_id: id, title: "Mine" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
  for (const _ of [1, 2]) await deleteRecording(mine.me, id)
  expect((await found("")).items).toEqual([])
  expect((await listOwnRecordings(mine.me, { limit: 50, search: "", bin: true })).items).toHaveLength(1)
  expect(await restoreRecording(mine.me, id)).toMatchObject({ deleted_at: null })
  await deleteRecording(mine.me, id)
  const path = (await world.readRow(id))?.file_path ?? ""
  world.context.clock.advance(31 * DAY)
  await sweepRecordings(world.ctx)
  expect([await world.readRow(id), await world.ctx.files.size(path)]).toEqual([undefined, null])
})

test("REC-06 watching resumes where it stopped, and counts no more than can be true", async () => {
  const demo = await world.complete({ class_type: "demo" })
  const learner = world.context.as(world.student)
  const id = demo.recording_id
  await recordWatching(learner, { recording_id: id, position_seconds: 3, watched_seconds: 3 })
  world.context.clock.advance(10_000)
  await recordWatching(learner, { recording_id: id, position_seconds: 4.5, watched_seconds: 600 })
  expect(await getRecording(learner, id)).toMatchObject({ resume_at: 4.5, editable: false })
  const [view] = await world.ctx.db.select().from(recordingViews).where(eq(recordingViews.recording_id, id))
  expect(view?.watched_seconds).toBe(3 + 45)
})

test("REC-06 its instructor sees who watched how much, in one recording and over a time", async () => {
  const demo = await world.complete({ class_type: "demo" })
  const { recording_id } = demo
  await recordWatching(world.context.as(world.student), {
    recording_id,
    position_seconds: 4,
    watched_seconds: 4,
  })
  await recordWatching(demo.me, { recording_id, position_seconds: 2, watched_seconds: 2 })
  expect(await listViewers(demo.me, recording_id)).toMatchObject([
    { user_id: world.student.user_id, watched_seconds: 4, position_seconds: 4 },
  ])
  const figures = await recordingFigures(demo.me, 7)
  expect(figures).toMatchObject({ recordings: 1, viewers: 1, watched_seconds: 4 })
  expect(figures.recorded_seconds).toBeCloseTo(6, 0)
  expect(figures.most_watched).toMatchObject([{ id: recording_id, viewers: 1, watched_seconds: 4 }])
  // Nothing of one's own is in another's figures; the office sees all of it.
  const others = await recordingFigures(world.context.as(world.teacher), 7)
  expect(others).toMatchObject({ recordings: 0, viewers: 0, watched_seconds: 0, most_watched: [] })
  const office = await recordingFigures(world.context.as(await createAdmin(world.ctx)), 7)
  expect(office.recordings).toBeGreaterThan(1)
  expect(office.most_watched.map((one) => one.id)).toContain(recording_id)
  world.context.clock.advance(8 * DAY)
  expect(await recordingFigures(demo.me, 7)).toMatchObject({ recordings: 0, viewers: 0 })
})

test("REC-06 every student of a full class and two guardians of each are listed among those who watched", async () => {
  const { recording_id, me } = await world.complete({ class_type: "demo" })
  await recordWatching(me, { recording_id, position_seconds: 2, watched_seconds: 2 })
  const updated_at = world.context.clock.now()
  const people = Array.from({ length: MOST_VIEWERS + 1 }, () => newId())
  await world.ctx.db
    .insert(user)
    .values(people.map((id) => ({ id, name: "Ila Bose", email: `${id}@example.com` })))
  const view = { recording_id, position_seconds: 4, watched_seconds: 4, updated_at }
  const watched = (some: string[]) =>
    world.ctx.db.insert(recordingViews).values(some.map((user_id) => ({ ...view, user_id })))
  await watched(people.slice(0, 300))
  expect(await listViewers(me, recording_id)).toHaveLength(300)
  await watched(people.slice(300))
  expect(await listViewers(me, recording_id)).toHaveLength(MOST_VIEWERS)
})

test("DASH-04 a guardian watches what their child may, and nothing of another child", async () => {
  const demo = await world.complete({ class_type: "demo" })
  const child = await createStudent(world.ctx, minorOf("+919123455001"))
  const guardian = world.context.as(await createGuardian(world.ctx, child))
  const list = async () => (await listRecordingsToWatch(guardian, { limit: 50 })).items.map((one) => one.id)
  expect(await list()).toEqual([])
  await seat(world.ctx, demo.class_id, child)
  expect(await list()).toEqual([demo.recording_id])
  expect(await getRecording(guardian, demo.recording_id)).toMatchObject({ editable: false, file_path: null })
  const strangers = listRecordingsToWatch(guardian, { limit: 50, student_id: world.student.user_id })
  await expect(strangers).rejects.toMatchObject({ code: "NOT_FOUND" })
})
