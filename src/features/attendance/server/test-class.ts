import { asc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { completeClass } from "#features/classes/server/service.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import type { PresenceEvent } from "#features/rooms/presence-plan.ts"
import { recordPresence } from "#features/rooms/server/presence.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { absenceNoticeJobs, attendanceJobs } from "./jobs.ts"

type StudentColumns = NonNullable<Parameters<typeof createStudent>[1]>

let numbers = 0

/** A parent's number that no other test uses. */
export function newPhone(): string {
  numbers += 1
  return `+9198450${String(numbers).padStart(5, "0")}`
}

/** A student with a parent's number of their own, who has a seat. */
export async function seatStudent(context: TestContext, classId: string, columns: StudentColumns = {}) {
  const parent_phone = columns.parent_phone === undefined ? newPhone() : columns.parent_phone
  const student = await createStudent(context.ctx, { parent_name: "Lata Rao", ...columns, parent_phone })
  await seat(context.ctx, classId, student)
  return { ...student, parent_phone }
}

/** A class of an hour that started as planned and is live, with its instructor in the room. */
export async function startClass(context: TestContext, columns: Parameters<typeof createClass>[2] = {}) {
  const { ctx } = context
  const instructor = await createInstructor(ctx)
  const starts_at = ctx.clock.now()
  const row = await createClass(ctx, instructor, {
    status: "live",
    starts_at,
    ends_at: new Date(starts_at.getTime() + HOUR),
    started_at: starts_at,
    ...columns,
  })
  await observe(context, row.id, instructor, 0, null)
  return { row, instructor }
}

/** Records that somebody was in the room from one minute of the class to another, or still is. */
export async function observe(
  context: TestContext,
  classId: string,
  person: SignedIn,
  fromMinute: number,
  toMinute: number | null,
  startedAt = context.ctx.clock.now(),
): Promise<void> {
  const connectionId = `PA_${newId()}`
  const event = (kind: "joined" | "left", minute: number): PresenceEvent => ({
    id: `${connectionId}:${kind}`,
    classId,
    personId: person.user_id,
    deviceId: "device",
    connectionId,
    kind,
    source: "webhook",
    at: new Date(startedAt.getTime() + minute * MINUTE),
  })
  const left = toMinute === null ? [] : [event("left", toMinute)]
  await recordPresence(context.ctx, [event("joined", fromMinute), ...left])
}

export const everyJob = [...attendanceJobs, ...absenceNoticeJobs, ...notificationJobs]

/** Moves an hour on, ends the class, and runs every job that follows. */
export async function endClass(context: TestContext, classId: string): Promise<void> {
  context.clock.advance(HOUR)
  await completeClass(context.ctx, classId, context.ctx.clock.now())
  await runJobs(context, everyJob)
}

/** The notices about a class, oldest first. */
export function readNotices(ctx: Ctx, classId: string) {
  return ctx.db
    .select()
    .from(notices)
    .where(eq(notices.cause_id, classId))
    .orderBy(asc(notices.created_at), asc(notices.id))
}

/** Returns the text messages sent to a number, oldest first. */
export function readTexts(ctx: Ctx, phone: string | null) {
  return ctx.db
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.recipient, phone ?? ""))
    .orderBy(asc(outbox.created_at), asc(outbox.id))
}

/** A database with classes to end, for one test file. */
export function testClasses(options: Parameters<typeof createTestContext>[0] = {}) {
  const world = { context: undefined as unknown as TestContext }
  beforeAll(async () => {
    world.context = await createTestContext(options)
  })
  beforeEach(() => world.context.clock.set("2026-11-20T10:30:00Z"))
  afterAll(() => world.context.close())
  return {
    get context() {
      return world.context
    },
    endClass: (classId: string) => endClass(world.context, classId),
    noticesOf: (classId: string) => readNotices(world.context.ctx, classId),
    textsTo: (phone: string | null) => readTexts(world.context.ctx, phone),
  }
}
