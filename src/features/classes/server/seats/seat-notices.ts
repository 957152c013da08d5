import { and, eq, inArray } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import {
  demoApproved,
  demoRejected,
  demoRequested,
  oneOnOneTaken,
  seatGranted,
} from "#features/classes/notice-texts.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { SEND_CLASS_NOTICE, wordsFor } from "../notices/class-words.ts"
import { type NoticedClass, readNoticed, readNoticedClass } from "../notices/notice-facts.ts"
import { demoOffers } from "../seat-tables.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "../table.ts"

type Seat = { class_id: string; student_id: string }

/** Notifies the first student on the waitlist that they got the seat. */
export function tellGranted(ctx: Ctx, { class_id, student_id }: Seat): Promise<void> {
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
      via: SEND_CLASS_NOTICE,
      write: (person) => wordsFor(tx, row, person, seatGranted(row.facts, person.language)),
    })
  })
}

/** Notifies student and instructor that a one-on-one time was taken. */
export function tellOneOnOne(ctx: Ctx, { class_id, student_id }: Seat): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, class_id)
    const name = await readStudentName(tx, student_id)
    if (row?.status !== "scheduled" || name === null) return
    await tellPeople(tx, {
      topic: "one_on_one",
      kind: "one-on-one",
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

async function readStudentName(ctx: Pick<Ctx, "db">, studentId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ first_name: students.first_name, last_name: students.last_name })
    .from(students)
    .where(eq(students.user_id, studentId))
  return row ? `${row.first_name} ${row.last_name}`.trim() : null
}

/** Notifies the instructor of a new request, or the student of its answer, depending on its status. */
export function tellDemoRequest(ctx: Ctx, { request_id }: { request_id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [request] = await tx.db.select().from(demoClassRequests).where(eq(demoClassRequests.id, request_id))
    const row = request && (await readNoticedClass(tx, request.class_id))
    if (!request || !row || row.status === "cancelled") return
    const asks = request.status === "pending"
    const name = asks ? ((await readStudentName(tx, request.student_id)) ?? "") : ""
    const offers = request.status === "rejected" ? await readOffers(tx, request_id) : []
    await tellPeople(tx, {
      topic: "demo_requests",
      kind: asks ? "demo-requested" : `demo-${request.status}`,
      cause_id: request_id,
      people: [asks ? row.instructor_id : request.student_id],
      about: [request.student_id],
      send_before: row.ends_at,
      write(person) {
        if (asks) {
          const text = demoRequested(row.facts, person.language, name)
          return wordsFor(tx, row, person, text, "/teacher-dashboard")
        }
        if (request.status === "approved") {
          return wordsFor(tx, row, person, demoApproved(row.facts, person.language))
        }
        const answer = { message: request.message, offers: offers.map((offer) => offer.facts) }
        const text = demoRejected(row.facts, person.language, answer)
        return wordsFor(tx, row, person, text, offers.length > 0 ? "/student-dashboard" : "/live-classes")
      },
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
