import { and, asc, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm"
import type { DemoRequest, DemoTime, MyDemoRequest } from "#contract/classes/demo-requests.ts"
import { students, teachers } from "#features/accounts/server/table.ts"
import { canActForInstructors, canSchedule } from "#features/classes/rules.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, preparedPage, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { demoOffers } from "../seat-tables.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"

type PageInput = { cursor?: string; limit: number }
type Page<T> = { items: T[]; next_cursor: string | null }

/**
 * A condition for the requests a viewer may answer: those for an instructor's classes, or all for an admin.
 */
export function answerableBy(ctx: SignedInCtx): SQL | undefined {
  return canActForInstructors(ctx.viewer)
    ? undefined
    : eq(demoClassRequests.instructor_id, ctx.viewer.user_id)
}

/** Lists the requests for an instructor's classes, or all for an admin, newest first. One query. */
export async function listDemoRequests(ctx: SignedInCtx, input: PageInput): Promise<Page<DemoRequest>> {
  return toRequestPage(ctx, await readPage(ctx, input, answerableBy(ctx)), input.limit)
}

/**
 * Lists the student's own requests, newest first, with the other times that are still available. Two queries.
 */
export async function listMyDemoRequests(ctx: SignedInCtx, input: PageInput): Promise<Page<MyDemoRequest>> {
  const { user_id } = ctx.viewer
  const rows = input.cursor
    ? await readPage(ctx, input, eq(demoClassRequests.student_id, user_id))
    : await newestOfStudent(ctx.db, input.limit, { student: user_id })
  return withOffers(ctx, input, rows)
}

/** A student's newest requests, which every dashboard shows. */
const newestOfStudent = preparedPage("demo_requests_of_student", (db, limit) =>
  readPage({ db }, { limit }, eq(demoClassRequests.student_id, sql.placeholder("student"))),
)

/** The same of all children whom the viewer may see, or for whom the viewer decides. */
export async function listChildDemoRequests(
  ctx: SignedInCtx,
  input: PageInput,
): Promise<Page<MyDemoRequest>> {
  const { student_id } = demoClassRequests
  const whose = or(
    inArray(student_id, childrenWith(ctx, "see")),
    inArray(student_id, childrenWith(ctx, "consent")),
  )
  return withOffers(ctx, input, await readPage(ctx, input, whose))
}

async function withOffers(
  ctx: SignedInCtx,
  input: PageInput,
  rows: RequestRow[],
): Promise<Page<MyDemoRequest>> {
  const page = toRequestPage(ctx, rows, input.limit)
  const trials = new Map(rows.map(({ request }) => [request.id, request.trial_of]))
  const rejected = page.items.filter((request) => request.status === "rejected")
  const offers = await readOffers(
    ctx,
    rejected.map((request) => request.id),
  )
  return {
    ...page,
    items: page.items.map((request) => ({
      ...request,
      trial_of: trials.get(request.id) ?? null,
      offers: offers.get(request.id) ?? [],
    })),
  }
}

function readPage(ctx: Pick<Ctx, "db">, input: PageInput, whose: SQL | undefined) {
  const at = decodeCursor(input.cursor)
  const { requested_at, id } = demoClassRequests
  return selectRequests(ctx)
    .where(
      and(
        whose,
        at
          ? sql`(${requested_at}, ${id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(requested_at), desc(id))
    .limit(limitFor(input.limit))
}

function toRequestPage(ctx: SignedInCtx, rows: RequestRow[], limit: number): Page<DemoRequest> {
  const placeOf = (row: RequestRow) => ({ at: row.request.requested_at, id: row.request.id })
  return toPage(rows, limit, placeOf, (row) => describeRequest(ctx, row))
}

/** The request's position on the waitlist, counted from 1, or null if it is not on it. */
const waitlistPosition = sql<
  number | null
>`case when ${demoClassRequests.status} = 'pending' and ${demoClassRequests.held_until} is null then (
  select count(*) from ${demoClassRequests} ahead
  where ahead.class_id = ${demoClassRequests.class_id} and ahead.status = 'pending' and ahead.held_until is null
    and (ahead.requested_at, ahead.id) <= (${demoClassRequests.requested_at}, ${demoClassRequests.id})) end`

function selectRequests(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .select({
      request: demoClassRequests,
      waitlist_position: waitlistPosition,
      class_title: scheduledClasses.title,
      scheduled_date: scheduledClasses.scheduled_date,
      start_time: scheduledClasses.start_time,
      starts_at: scheduledClasses.starts_at,
      first_name: students.first_name,
      last_name: students.last_name,
      phone: students.phone,
      parent_name: students.parent_name,
      parent_phone: students.parent_phone,
    })
    .from(demoClassRequests)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, demoClassRequests.class_id))
    .innerJoin(students, eq(students.user_id, demoClassRequests.student_id))
    .$dynamic()
}

type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

function describeRequest(ctx: SignedInCtx, row: RequestRow): DemoRequest {
  const { request, first_name, last_name, start_time, phone, parent_name, parent_phone, ...ofClass } = row
  const { holds_seat, trial_of: _, offered_for: __, called_by: ___, ...columns } = request
  const student_name = `${first_name} ${last_name}`.trim()
  const contact = parent_phone
    ? { name: parent_name ?? student_name, phone: parent_phone }
    : { name: student_name, phone }
  return {
    ...columns,
    ...ofClass,
    held_until: holds_seat ? request.held_until : null,
    start_time: start_time.slice(0, 5),
    student_name,
    // Neither students nor their other guardians.
    contact: canSchedule(ctx.viewer) ? contact : null,
  }
}

/** Returns one request as its student, or a person who can answer it, sees it. Throws NOT_FOUND. */
export async function readRequest(ctx: SignedInCtx, id: string): Promise<DemoRequest> {
  const [row] = await selectRequests(ctx).where(eq(demoClassRequests.id, id))
  return row ? describeRequest(ctx, row) : notFound()
}

const times = {
  class_id: scheduledClasses.id,
  title: scheduledClasses.title,
  subject: scheduledClasses.subject,
  first_name: teachers.first_name,
  last_name: teachers.last_name,
  scheduled_date: scheduledClasses.scheduled_date,
  start_time: scheduledClasses.start_time,
  starts_at: scheduledClasses.starts_at,
}

type TimeRow = Omit<DemoTime, "instructor_name"> & { first_name: string; last_name: string }

function describeTime({ first_name, last_name, ...time }: TimeRow): DemoTime {
  return {
    ...time,
    instructor_name: `${first_name} ${last_name}`.trim(),
    start_time: time.start_time.slice(0, 5),
  }
}

/** A condition for coming demo classes with a seat that is neither taken nor kept. */
export function isDemoTime(ctx: Pick<Ctx, "clock">): SQL | undefined {
  const { status, class_type, starts_at, seats_taken, seats_held, max_capacity } = scheduledClasses
  return and(
    eq(status, "scheduled"),
    eq(class_type, "demo"),
    gt(starts_at, ctx.clock.now()),
    lt(sql`${seats_taken} + ${seats_held}`, max_capacity),
  )
}

const MOST_TIMES = 50

/**
 * Lists the instructor's coming demo classes with free seats, the soonest first; for an admin, everyone's.
 * One query.
 */
export async function listDemoTimes(ctx: SignedInCtx): Promise<DemoTime[]> {
  const rows = await ctx.db
    .select(times)
    .from(scheduledClasses)
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        isDemoTime(ctx),
        canActForInstructors(ctx.viewer) ? undefined : eq(scheduledClasses.instructor_id, ctx.viewer.user_id),
      ),
    )
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_TIMES)
  return rows.map(describeTime)
}

async function readOffers(ctx: SignedInCtx, requestIds: string[]): Promise<Map<string, DemoTime[]>> {
  const offers = new Map<string, DemoTime[]>()
  if (requestIds.length === 0) return offers
  const answers = ctx.db
    .select({ offered_for: demoClassRequests.offered_for })
    .from(demoClassRequests)
    .where(inArray(demoClassRequests.offered_for, requestIds))
  const rows = await ctx.db
    .select({ request_id: demoOffers.request_id, ...times })
    .from(demoOffers)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, demoOffers.class_id))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        inArray(demoOffers.request_id, requestIds),
        // Once one of them is taken, the others are no longer offered.
        sql`${demoOffers.request_id} not in (${answers})`,
        isDemoTime(ctx),
      ),
    )
    .orderBy(asc(scheduledClasses.starts_at))
  for (const { request_id, ...time } of rows) {
    offers.set(request_id, [...(offers.get(request_id) ?? []), describeTime(time)])
  }
  return offers
}
