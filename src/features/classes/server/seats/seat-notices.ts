import { and, eq, inArray } from "drizzle-orm"
import { guardians, students } from "#features/accounts/server/table.ts"
import {
  batchJoined,
  type ClassFacts,
  childDemoApproved,
  childDemoRejected,
  childDemoRequested,
  demoApproved,
  demoRejected,
  demoRequested,
  type NoticeLanguage,
  type NoticeText,
  oneOnOneGivenBack,
  oneOnOneTaken,
  seatGranted,
} from "#features/classes/notice-texts.ts"
import { tellPeople, untell } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { instructorsOf, neededBefore, SEND_CLASS_NOTICE, wordsFor } from "../notices/class-words.ts"
import { type NoticedClass, readNoticed, readNoticedClass } from "../notices/notice-facts.ts"
import { remindedBefore } from "../notices/reminders.ts"
import { tellFamilies } from "../notices/to-families.ts"
import { demoOffers } from "../seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"

type Seat = { class_id: string; student_id: string }

/** Notifies the first student on the waitlist that they got the seat. */
export function tellGranted(ctx: Ctx, seat: Seat): Promise<void> {
  return tellSeated(ctx, seat, seatGranted)
}

/** Notifies a student once of all the classes of a batch that they joined, whose first is named. */
export function tellJoined(ctx: Ctx, { classes, ...seat }: Seat & { classes: number }): Promise<void> {
  return tellSeated(ctx, seat, (facts, language) => batchJoined(facts, language, classes))
}

function tellSeated(
  ctx: Ctx,
  { class_id, student_id }: Seat,
  say: (facts: ClassFacts, language: NoticeLanguage) => NoticeText,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, class_id)
    const [seat] = await tx.db
      .select({ id: classEnrollments.id })
      .from(classEnrollments)
      .where(and(eq(classEnrollments.class_id, class_id), eq(classEnrollments.student_id, student_id)))
    if (!row || !seat) return
    await tellPeople(tx, {
      topic: "seats",
      kind: "seat-taken",
      cause_id: seat.id,
      people: [student_id],
      send_before: row.ends_at,
      needed_before: neededBefore(tx, [row]),
      via: SEND_CLASS_NOTICE,
      write: (person) => wordsFor(tx, row, person, say(row.facts, person.language)),
    })
  })
}

const ONE_ON_ONE = "one-on-one"

/** Notifies student and instructor that a one-on-one time was taken. */
export function tellOneOnOne(ctx: Ctx, { class_id, student_id }: Seat): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, class_id)
    const name = await readStudentName(tx, student_id)
    if (row?.status !== "scheduled" || name === null) return
    await tellPeople(tx, {
      topic: "one_on_one",
      kind: ONE_ON_ONE,
      cause_id: row.id,
      people: [row.instructor_id, student_id],
      about: [student_id],
      send_before: row.starts_at,
      write: (person) =>
        wordsFor(
          tx,
          row,
          person,
          oneOnOneTaken(row.facts, person.language, person.user_id === student_id ? null : name),
        ),
    })
  })
}

/**
 * Notifies the instructor that a student gave a one-on-one time back; `offered` says that others can take it. An
 * instructor who never heard that it was taken isn't notified.
 */
export function tellGivenBack(
  ctx: Ctx,
  { class_id, student_id, offered }: Seat & { offered: boolean },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, class_id)
    const name = await readStudentName(tx, student_id)
    if (!row || name === null) return
    const told = await untell(tx, { kind: ONE_ON_ONE, cause_id: class_id })
    // Who took the class over meanwhile knows of it by another notice.
    if (!row.substitutes_for && !told.some((id) => id !== student_id)) return
    await tellPeople(tx, {
      topic: "one_on_one",
      kind: "one-on-one-given-back",
      cause_id: class_id,
      people: instructorsOf(row),
      about: [student_id],
      send_before: row.ends_at,
      needed_before: neededBefore(tx, [row]),
      write: (person) =>
        wordsFor(tx, row, person, oneOnOneGivenBack(row.facts, person.language, name, offered)),
    })
  })
}

async function readStudentName(ctx: Pick<Ctx, "db">, studentId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ first_name: students.first_name, last_name: students.last_name })
    .from(students)
    .where(eq(students.user_id, studentId))
  return row ? `${row.first_name} ${row.last_name}`.trim() : null
}

/**
 * Notifies the instructor of a new request; or of its answer the student and, if they are under 18, the guardians
 * who are told about them.
 */
export function tellDemoRequest(ctx: Ctx, { request_id }: { request_id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await readRequested(tx, request_id)
    if (!found) return
    const { request, row } = found
    if (request.status !== "pending") return tellAnswer(tx, row, request)
    const name = (await readStudentName(tx, request.student_id)) ?? ""
    await tellPeople(tx, {
      topic: "demo_requests",
      kind: "demo-requested",
      cause_id: request_id,
      people: [row.instructor_id],
      about: [request.student_id],
      send_before: row.ends_at,
      write: (person) =>
        wordsFor(tx, row, person, demoRequested(row.facts, person.language, name), "/teacher-dashboard"),
    })
  })
}

type RequestRow = typeof demoClassRequests.$inferSelect

async function readRequested(
  ctx: Ctx,
  requestId: string,
): Promise<{ request: RequestRow; row: NoticedClass } | null> {
  const [request] = await ctx.db.select().from(demoClassRequests).where(eq(demoClassRequests.id, requestId))
  const row = request && (await readNoticedClass(ctx, request.class_id))
  return request && row && row.status !== "cancelled" ? { request, row } : null
}

async function tellAnswer(tx: Ctx, row: NoticedClass, request: RequestRow): Promise<void> {
  const telling = {
    topic: "demo_requests" as const,
    kind: `demo-${request.status}`,
    cause_id: request.id,
    people: [request.student_id],
    ofMinors: true,
    send_before: row.ends_at,
    needed_before: neededBefore(tx, [row]),
  }
  if (request.status === "approved") {
    const reminded = remindedBefore(tx, row, request.responded_at ?? tx.clock.now())
    return tellFamilies(tx, row, {
      ...telling,
      say: (facts, language) => demoApproved(facts, language, reminded),
      sayToGuardian: childDemoApproved,
    })
  }
  const offers = await readOffers(tx, request.id)
  const answer = { message: request.message, offers: offers.map((offer) => offer.facts) }
  return tellFamilies(tx, row, {
    ...telling,
    say: (facts, language) => demoRejected(facts, language, answer),
    sayToGuardian: (facts, language) => childDemoRejected(facts, language, answer),
    href: offers.length > 0 ? "/student-dashboard" : "/live-classes",
  })
}

/** Notifies a child and their other guardians that a guardian requested a demo class for the child. */
export function tellAskedForChild(
  ctx: Ctx,
  { request_id, guardian_id }: { request_id: string; guardian_id: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const found = await readRequested(tx, request_id)
    // An answer tells everybody itself.
    if (found?.request.status !== "pending") return
    const { request, row } = found
    const [guardian] = await tx.db
      .select({ first_name: guardians.first_name, last_name: guardians.last_name })
      .from(guardians)
      .where(eq(guardians.user_id, guardian_id))
    if (!guardian) return
    const name = `${guardian.first_name} ${guardian.last_name}`.trim()
    await tellFamilies(tx, row, {
      topic: "demo_requests",
      kind: "demo-requested-for-child",
      cause_id: request_id,
      people: [request.student_id],
      except: [guardian_id],
      ofMinors: true,
      send_before: row.ends_at,
      say: (facts, language) => childDemoRequested(facts, language, name),
    })
  })
}

/** Returns the other times that were offered with a rejection. */
function readOffers(ctx: Pick<Ctx, "db">, requestId: string): Promise<NoticedClass[]> {
  const offered = ctx.db
    .select({ id: demoOffers.class_id })
    .from(demoOffers)
    .where(eq(demoOffers.request_id, requestId))
  return readNoticed(ctx, inArray(scheduledClasses.id, offered))
}
