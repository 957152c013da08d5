import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { readEnvironment } from "#platform/env.ts"
import { googleMeet } from "#platform/meet/google.ts"
import { MeetUnavailable } from "#platform/meet/port.ts"
import { meetPortFor } from "#platform/meet/service.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type GoogleCalendar, startGoogleCalendar } from "#tests/gateways/google-calendar.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { draftClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { readClass } from "../service.ts"
import { writeWallTimes } from "../wall-times.ts"
import { syncMeeting } from "./meeting.ts"
import { updateClass } from "./reschedule.ts"
import { scheduleClass } from "./schedule.ts"
import { cancelClass } from "./withdraw.ts"

let google: GoogleCalendar
let world: TestContext
let instructor: SignedIn

const settings = () => ({
  apiUrl: google.url,
  tokenUrl: `${google.url}/token`,
  calendarId: google.calendarId,
  account: google.account,
  privateKey: google.privateKey,
  timeoutMs: 300,
})

beforeAll(async () => {
  google = await startGoogleCalendar()
  world = await createTestContext({ meet: googleMeet(settings()) })
})
afterAll(async () => {
  await google.close()
  await world.close()
})
beforeEach(async () => {
  instructor = await createInstructor(world.ctx)
  world.jobs.length = 0
})
afterEach(() => google.behave("work"))

const eventOf = (classId: string) => google.events.get(classId.replaceAll("-", ""))

test("CLS-02 a class gets a Google Meet link for its date and times in the institution's zone", async () => {
  const made = await scheduleClass(world.as(instructor), draftClass())
  expect(made.meet_link).toMatch(/^https:\/\/meet\.google\.com\//)
  expect(made.google_meet_link).toBeNull()
  expect(eventOf(made.id)).toMatchObject({
    summary: "Fractions",
    description: "Halves and quarters",
    start: { dateTime: "2026-11-21T17:00:00", timeZone: "Asia/Kolkata" },
    end: { dateTime: "2026-11-21T18:00:00", timeZone: "Asia/Kolkata" },
  })
  const stranger = await createStudent(world.ctx)
  expect((await getClass(world.as(stranger), made.id)).meet_link).toBeNull()
})

test("CLS-02 where Google fails, the class stays saved without a link, and a job makes it later", async () => {
  for (const mood of ["broken", "silent"] as const) {
    google.behave(mood)
    const scheduled_date = mood === "broken" ? "2026-11-22" : "2026-11-23"
    const made = await scheduleClass(world.as(instructor), draftClass({ scheduled_date }))
    expect([mood, made.meet_link, made.status]).toEqual([mood, null, "scheduled"])
    await expect(syncMeeting(world.ctx, made.id)).rejects.toThrow(MeetUnavailable)
    google.behave("work")
    await syncMeeting(world.ctx, made.id)
    expect((await readClass(world.ctx, made.id))?.meet_link).toMatch(/^https:/)
  }
  expect(world.jobs).toHaveLength(2)
})

test("CLS-02 the meeting moves with its class, keeps its link, and is called off with it", async () => {
  const { id: class_id, meet_link } = await scheduleClass(
    world.as(instructor),
    draftClass({ scheduled_date: "2026-11-24" }),
  )
  await updateClass(world.as(instructor), {
    class_id,
    ...draftClass({ scheduled_date: "2026-11-25", start_time: "17:30" }),
  })
  await syncMeeting(world.ctx, class_id)
  expect(eventOf(class_id)).toMatchObject({
    start: { dateTime: "2026-11-25T17:30:00" },
    hangoutLink: meet_link,
  })
  await cancelClass(world.as(instructor), { class_id, reason: "ill" })
  await syncMeeting(world.ctx, class_id)
  await syncMeeting(world.ctx, class_id)
  expect(eventOf(class_id)?.status).toBe("cancelled")
})

test("CLS-02 the meeting of a class that goes on past midnight since the zone changed ends on the next day", async () => {
  const { id: class_id } = await scheduleClass(
    world.as(instructor),
    draftClass({ scheduled_date: "2026-11-26", start_time: "20:00", end_time: "21:00" }),
  )
  const tokyo = { ...world.ctx, env: { ...world.ctx.env, TIME_ZONE: "Asia/Tokyo" } }
  await writeWallTimes(tokyo)
  await syncMeeting(tokyo, class_id)
  expect(eventOf(class_id)).toMatchObject({
    start: { dateTime: "2026-11-26T23:30:00" },
    end: { dateTime: "2026-11-27T00:30:00" },
  })
  await writeWallTimes(world.ctx)
})

test("CLS-02 a class on premises has no meeting, and a key that isn't ours makes none", async () => {
  const there = draftClass({ scheduled_date: "2026-11-26", delivery: "on_premises", venue_name: "Hall 2" })
  const made = await scheduleClass(world.as(instructor), there)
  expect([made.meet_link, eventOf(made.id)]).toEqual([null, undefined])
  const stranger = googleMeet({ ...settings(), account: "somebody@example.com" })
  await expect(stranger.cancel("abcde")).rejects.toThrow(MeetUnavailable)
})

test("CLS-02 Google Meet is configured wholly or not at all", () => {
  expect(meetPortFor(readEnvironment({}))).toBeNull()
  const MEET_CALENDAR_ID = google.calendarId
  expect(() => readEnvironment({ MEET_CALENDAR_ID })).toThrow(/MEET_SERVICE_ACCOUNT and MEET_PRIVATE_KEY/)
  const whole = {
    MEET_CALENDAR_ID,
    MEET_SERVICE_ACCOUNT: google.account,
    MEET_PRIVATE_KEY: google.privateKey,
  }
  expect(meetPortFor(readEnvironment(whole))).not.toBeNull()
})
