import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { getRegister } from "#features/attendance/server/service.ts"
import { settleAttendance } from "#features/attendance/server/settle.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { reportPresence } from "#features/rooms/server/meetings/report.ts"
import { joinRoom } from "#features/rooms/server/service.ts"
import { lookIntoLiveRooms, writeClass, writeSeat } from "#features/rooms/server/test-room.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { createClass, seat } from "./classes.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createInstructor, createStudent } from "./people.ts"

const JITSI = {
  ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: "meet.academy.example", JITSI_APP_ID: "kaksha" },
  JITSI_APP_SECRET: "a-secret-that-prosody-has-as-well",
}
let world: TestContext
let product: HttpProduct

beforeAll(async () => {
  world = await createTestContext({ env: { ...JITSI, ATTENDANCE_MINIMUM_MINUTES: "5" } })
  product = await startHttpProduct(JITSI)
})
afterAll(async () => {
  await world?.close()
  await product?.close()
})

test("ROOM-06 ATT-01 the register of a meeting judges by the same rules as that of a room: who was there long enough is present, who left early or closed the tab is not", async () => {
  const { ctx, clock, as } = world
  const instructor = await createInstructor(ctx)
  const people = await Promise.all(
    ["Asha", "Kabir", "Zoya", "Ravi"].map((first_name) => createStudent(ctx, { first_name })),
  )
  const [stays, leaves, closes, never] = people as [SignedIn, SignedIn, SignedIn, SignedIn]
  const class_id = await writeClass(ctx, instructor)
  for (const person of people) await writeSeat(ctx, class_id, person)
  await joinRoom(as(instructor), { class_id, device_id: "device-1" })
  const stayOf = new Map([instructor, ...people].map((person) => [person.user_id, newId()]))
  const report = (person: SignedIn, leaving = false) =>
    reportPresence(as(person), {
      ...{ class_id, device_id: "device-1", stay_id: stayOf.get(person.user_id) ?? "", leaving },
    })

  // Who closes the tab says nothing more; who hangs up says so.
  for (let second = 0; second < 15 * 60; second += 15) {
    await report(instructor)
    if (second < 10 * 60) await report(stays)
    if (second < 2 * 60) await report(leaves)
    if (second === 2 * 60) await report(leaves, true)
    if (second < 4 * 60) await report(closes)
    await lookIntoLiveRooms(ctx)
    clock.advance(15 * SECOND)
  }
  const live = await getRegister(as(instructor), class_id)
  const now = new Map(live.entries.map((entry) => [entry.student_id, entry]))
  expect(now.get(stays.user_id)).toMatchObject({ verdict: "present" })
  // Until the last report and at most half a minute more.
  expect(now.get(stays.user_id)?.present_seconds).toBe(10 * 60 - 15 + 30)
  expect(now.get(leaves.user_id)).toMatchObject({ verdict: "pending", present_seconds: 2 * 60 })
  expect(now.get(closes.user_id)).toMatchObject({ verdict: "pending", present_seconds: 4 * 60 - 15 + 30 })
  expect(live).toMatchObject({ voice_for: [], snapshots_of: [] })

  await completeClass(ctx, class_id, clock.now())
  await settleAttendance(ctx, class_id)
  const settled = await ctx.db
    .select({ student_id: attendanceVerdicts.student_id, verdict: attendanceVerdicts.verdict })
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, class_id))
  expect(new Map(settled.map(({ student_id, verdict }) => [student_id, verdict]))).toEqual(
    new Map([
      [stays.user_id, "present"],
      [leaves.user_id, "absent"],
      [closes.user_id, "absent"],
      [never.user_id, "absent"],
    ]),
  )
})

test("ROOM-06 over HTTP a student gets a student's token and reports for nobody else, and recording and panels are refused with their reason", async () => {
  const { ctx, call } = product
  const [instructor, student, stranger] = [
    await createInstructor(ctx),
    await createStudent(ctx),
    await createStudent(ctx),
  ]
  const started_at = new Date(Date.now() - 10 * SECOND)
  const columns = { status: "live", starts_at: started_at, started_at } as const
  const { id } = await createClass(ctx, instructor, columns)
  await seat(ctx, id, student)
  const at = `/api/v1/classes/${id}`
  const device = { device_id: "device-1" }
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

  expect((await call(null, "POST", `${at}/room/join`, device)).status).toBe(401)
  expect(await codeOf(await call(stranger, "POST", `${at}/room/join`, device))).toEqual([
    403,
    "ENROLMENT_REQUIRED",
  ])
  const joined = (await (await call(student, "POST", `${at}/room/join`, device)).json()) as {
    token: string
    role: string
    meeting: { script_url: string }
  }
  expect(joined).toMatchObject({
    role: "student",
    meeting: { script_url: "https://meet.academy.example/external_api.js" },
  })
  expect(JSON.parse(Buffer.from(joined.token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    moderator: false,
    context: { user: { id: student.user_id, moderator: "false", affiliation: "member" } },
  })

  // A person named in the body is nobody's business: the session says who reports.
  const claim = { ...device, stay_id: newId(), person_id: stranger.user_id, at: new Date(0).toISOString() }
  const reported = await call(student, "PUT", `${at}/room/presence`, claim)
  expect([reported.status, await reported.json()]).toEqual([200, { waiting: false }])
  expect((await call(null, "PUT", `${at}/room/presence`, claim)).status).toBe(401)
  expect((await call(stranger, "PUT", `${at}/room/presence`, claim)).status).toBe(404)
  const register = (await (await call(instructor, "GET", `${at}/attendance`)).json()) as {
    entries: { student_id: string; joined_at: string | null }[]
  }
  expect(register.entries.map(({ student_id }) => student_id)).toEqual([student.user_id])
  expect(Date.parse(register.entries[0]?.joined_at ?? "")).toBeGreaterThan(started_at.getTime())

  const recording = { recording_id: newId(), mime_type: "video/webm" }
  expect(await codeOf(await call(instructor, "POST", `${at}/recordings`, recording))).toEqual([
    409,
    "NOT_ON_JITSI",
  ])
  expect((await call(stranger, "POST", `${at}/recordings`, recording)).status).toBe(403)
  expect(await codeOf(await call(instructor, "PATCH", `${at}/room/policy`, { microphones: false }))).toEqual([
    ...[409, "NOT_ON_JITSI"],
  ])
  const listed = await call(await createAdmin(ctx), "GET", "/api/v1/integrations")
  const video = ((await listed.json()) as { name: string }[]).find(({ name }) => name === "video")
  expect(video).toMatchObject({ state: "connected", through: "meet.academy.example" })
  expect((video as unknown as { lacks: string[] }).lacks).toEqual(
    expect.arrayContaining(["recording", "holding"]),
  )
})
