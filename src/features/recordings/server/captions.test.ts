import { text } from "node:stream/consumers"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { serveFile } from "#platform/storage/serve.ts"
import { DAY } from "#shared/time.ts"
import { createStudent } from "#tests/people.ts"
import { removeCaptions, setCaptions } from "./captions.ts"
import { sweepRecordings } from "./processing.ts"
import { changeRecording, deleteRecording } from "./service.ts"
import { recordingCaptions } from "./table.ts"
import { recordingWorld } from "./test-recording.ts"
import { getRecording, linkCaptions } from "./watching.ts"

const world = recordingWorld()

const fileOf = (words: string) =>
  new File([`WEBVTT\n\nSTYLE\n::cue{}\n\n00:01.000 --> 00:02.000\n${words}\n`], "words.vtt")

test("REC-06 an instructor's captions reach the students who watch, as text alone, and can be replaced and removed", async () => {
  const { me, recording_id } = await world.complete({ class_type: "demo" })
  const { ctx } = world
  const english = { recording_id, language: "en" as const }
  expect(await setCaptions(me, { ...english, file: fileOf("A half") })).toMatchObject({
    language: "en",
    cues: 1,
  })
  await setCaptions(me, { recording_id, language: "hi", file: fileOf("आधा") })
  const learner = world.context.as(world.student)
  expect((await getRecording(learner, recording_id)).captions.map((one) => one.language)).toEqual([
    "en",
    "hi",
  ])

  const opened = async () => {
    const { url } = await linkCaptions(learner, english)
    const link = ctx.links.open(url.slice("/files/".length))
    if (!link) throw new Error("the link opens nothing")
    return serveFile(link, new Request("http://localhost/files/captions"))
  }
  const served = await opened()
  expect(served.headers.get("content-type")).toBe("text/vtt; charset=utf-8")
  expect(served.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
  expect(await served.text()).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA half\n")

  const files = async () => {
    let count = 0
    for await (const _ of ctx.files.list("captions/")) count += 1
    return count
  }
  const before = await files()
  await setCaptions(me, { ...english, file: fileOf("One half") })
  expect(await (await opened()).text()).toContain("One half")
  const dayLater = async () => {
    world.context.clock.advance(DAY + 1)
    await sweepRecordings(ctx)
    return files()
  }
  expect(await dayLater()).toBe(before)
  for (const _ of [1, 2]) await removeCaptions(me, english)
  expect(await dayLater()).toBe(before - 1)
  await expect(linkCaptions(learner, english)).rejects.toMatchObject({ code: "NOT_FOUND" })
})

test("REC-06 a store that fails to remove replaced captions costs neither the new ones nor the old file's removal", async () => {
  const { me, recording_id } = await world.complete()
  const english = { recording_id, language: "en" as const }
  const idOf = async () => {
    const ofRecording = eq(recordingCaptions.recording_id, recording_id)
    const [row] = await world.ctx.db.select().from(recordingCaptions).where(ofRecording)
    return `captions/${row?.id}.vtt`
  }
  await setCaptions(me, { ...english, file: fileOf("A half") })
  const old = await idOf()
  const remove = async (key: string) => {
    if (key === old) throw new Error("the store is away")
    await me.files.remove(key)
  }
  const away = { ...me, files: { ...me.files, remove } }
  await setCaptions(away, { ...english, file: fileOf("One half") })
  expect(await text(await world.ctx.files.read(await idOf()))).toContain("One half")
  world.context.clock.advance(DAY + 1)
  await sweepRecordings(world.ctx)
  expect(await world.ctx.files.size(old)).toBeNull()
})

test("REC-06 captions that can't be read are refused at their field, and nobody else's recording gets any", async () => {
  const { me, recording_id } = await world.complete({ class_type: "demo" })
  const english = { recording_id, language: "en" as const }
  const file = new File(["1\n00:00:01,000 --> 00:00:02,000\nHello"], "words.srt")
  await expect(setCaptions(me, { ...english, file })).rejects.toMatchObject({
    code: "FIELD_ERRORS",
    data: { fields: { file: "CAPTIONS_KIND" } },
  })
  const strangers = [world.teacher, world.student].map((who) => world.context.as(who))
  for (const who of strangers) {
    await expect(setCaptions(who, { ...english, file: fileOf("Mine") })).rejects.toMatchObject({
      code: "NOT_FOUND",
    })
    await expect(removeCaptions(who, english)).rejects.toMatchObject({ code: "NOT_FOUND" })
  }
  await setCaptions(me, { ...english, file: fileOf("A half") })
  const outsider = world.context.as(await createStudent(world.ctx))
  await expect(linkCaptions(outsider, english)).rejects.toMatchObject({ code: "NOT_FOUND" })
  await changeRecording(me, { recording_id, visibility: "instructor_only" })
  await expect(linkCaptions(world.context.as(world.student), english)).rejects.toMatchObject({
    code: "NOT_FOUND",
  })
})

test("REC-06 captions go for good with their recording, file and row", async () => {
  const { me, recording_id } = await world.complete()
  await setCaptions(me, { recording_id, language: "en", file: fileOf("Gone soon") })
  const [row] = await world.ctx.db
    .select()
    .from(recordingCaptions)
    .where(eq(recordingCaptions.recording_id, recording_id))
  const key = `captions/${row?.id}.vtt`
  expect(await text(await world.ctx.files.read(key))).toContain("Gone soon")
  await deleteRecording(me, recording_id)
  world.context.clock.advance(31 * DAY)
  await sweepRecordings(world.ctx)
  expect(await world.ctx.files.size(key)).toBeNull()
})
