import { and, eq, inArray } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import {
  classCancelled,
  classMoved,
  classSubstituted,
  demoApproved,
  demoRejected,
  demoRequested,
  encodeTimes,
  type NoticeText,
  oneOnOneTaken,
  seatGranted,
  teachingChanged,
} from "#features/classes/notice-texts.ts"
import { fitVariable } from "#features/notifications/rules.ts"
import { type Recipient, tellPeople, type Words } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { brand } from "#shared/brand.ts"
import { dateInZone, formatDate, formatTime, MINUTE, timeInZone } from "#shared/time.ts"
import { type NoticedClass, readChangedAlong, readNoticed, readNoticedClass } from "./notice-facts.ts"
import { demoOffers } from "./seat-tables.ts"
import { listRoster } from "./service.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

/** The queue that looks once more whether a notice about a class still holds, and sends it then. */
export const SEND_CLASS_NOTICE = "classes.send-notice"
/** How long mails and texts about a change wait, for a slip is often mended at once. */
const SETTLING_MS = MINUTE

export const classPath = (id: string): string => `/class/${id}`

/** A notice's words in every form it may be sent in: bell, mail with calendar file, text message. */
export function wordsFor(
  ctx: Pick<Ctx, "address">,
  row: NoticedClass,
  person: Recipient,
  notice: NoticeText,
  href = classPath(row.id),
): Words {
  const { facts } = row
  const url = (path: string) => `${ctx.address.replace(/\/+$/, "")}${path}`
  const hello = person.language === "en" ? `Hello ${person.first_name},` : `नमस्ते ${person.first_name},`
  const calendar = person.language === "en" ? "Add to your calendar" : "कैलेंडर में जोड़ें"
  const date = formatDate(facts.date)
    .replace(/^\p{L}+, /u, "")
    .replace(",", "")
  return {
    title: notice.title,
    text: notice.text,
    href,
    mail: {
      subject: notice.title,
      paragraphs: [hello, notice.text, ...notice.more],
      button: { label: notice.button, url: url(href) },
      ...(row.status !== "cancelled" && {
        links: [{ label: calendar, url: url(`${classPath(row.id)}/calendar.ics`) }],
      }),
    },
    sms: {
      text: `${facts.title} (${date}, ${formatTime(facts.start)}): ${notice.change}. - ${brand.name}`,
      // Templates are approved language by language; ours is English.
      variables: {
        studentName: fitVariable(person.name),
        className: fitVariable(facts.title),
        classDate: date,
        classTime: fitVariable(formatTime(facts.start)),
        change: fitVariable(notice.change),
      },
    },
  }
}

/** Everyone with a seat, and whoever teaches or owns the class. */
export async function listConcerned(ctx: Pick<Ctx, "db">, row: NoticedClass): Promise<string[]> {
  const roster = await listRoster(ctx, row.id)
  return [...roster.map((one) => one.student_id), ...instructorsOf(row)]
}

function instructorsOf(row: NoticedClass): string[] {
  return [row.instructor_id, ...(row.substitutes_for ? [row.substitutes_for] : [])]
}

type Moved = { class_id: string; change_id: string; old_starts_at: string; old_ends_at: string }

/**
 * Tells everyone concerned of a class's new time; of one that moved with others of its series, once for all.
 * Several moves in a row are one notice with the final time, as long as it has not left or been read.
 */
export function tellMoved(ctx: Ctx, input: Moved): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    if (row?.status !== "scheduled") return
    const along = await readChangedAlong(tx, row)
    if (along.length > 1) return tellSeries(tx, row, along, input.change_id, "moved", wallTimes(tx, input))
    await tellPeople(tx, {
      topic: "class_changes",
      kind: "class-moved",
      cause_id: row.id,
      people: await listConcerned(tx, row),
      change: { from: wallTimes(tx, input), to: row.times },
      due_at: new Date(tx.clock.now().getTime() + SETTLING_MS),
      send_before: row.starts_at,
      via: SEND_CLASS_NOTICE,
      write: (person, { from }) =>
        wordsFor(tx, row, person, classMoved(row.facts, person.language, from, false)),
    })
  })
}

function wallTimes(ctx: Ctx, { old_starts_at, old_ends_at }: Moved): string {
  const zone = ctx.env.TIME_ZONE
  const [starts, ends] = [new Date(old_starts_at), new Date(old_ends_at)]
  return encodeTimes({
    date: dateInZone(starts, zone),
    start: timeInZone(starts, zone),
    end: timeInZone(ends, zone),
  })
}

/** The first class of those changed together speaks for all, to everyone concerned by any. */
async function tellSeries(
  ctx: Ctx,
  row: NoticedClass,
  along: readonly NoticedClass[],
  changeId: string,
  what: "moved" | "cancelled",
  from = "",
): Promise<void> {
  const [first] = along
  if (first?.id !== row.id) return
  const people = new Set<string>()
  for (const one of along) for (const person of await listConcerned(ctx, one)) people.add(person)
  await tellPeople(ctx, {
    topic: "class_changes",
    kind: `series-${what}`,
    cause_id: changeId,
    people: [...people],
    send_before: row.starts_at,
    write: (person) =>
      wordsFor(
        ctx,
        row,
        person,
        what === "moved"
          ? classMoved(row.facts, person.language, from, true)
          : classCancelled(row.facts, person.language, row.cancel_reason, true),
        what === "moved" ? classPath(row.id) : "/live-classes",
      ),
  })
}

/** Tells everyone concerned that a class will not be held, and why; of a series once for all. */
export function tellCancelled(ctx: Ctx, input: { class_id: string; change_id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    if (row?.status !== "cancelled") return
    const along = await readChangedAlong(tx, row)
    if (along.length > 1) return tellSeries(tx, row, along, input.change_id, "cancelled")
    await tellPeople(tx, {
      topic: "class_changes",
      kind: "class-cancelled",
      cause_id: row.id,
      people: await listConcerned(tx, row),
      send_before: row.ends_at,
      write: (person) =>
        wordsFor(
          tx,
          row,
          person,
          classCancelled(row.facts, person.language, row.cancel_reason, false),
          "/live-classes",
        ),
    })
  })
}

type Substituted = { class_id: string; instructor_id: string; previous_instructor_id: string }

/** Tells the students who teaches them now, and both instructors what is theirs. */
export function tellSubstituted(ctx: Ctx, input: Substituted): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    // A later change has a job of its own.
    if (row?.status !== "scheduled" || row.instructor_id !== input.instructor_id) return
    const change = { from: input.previous_instructor_id, to: input.instructor_id }
    const common = {
      topic: "class_changes",
      cause_id: row.id,
      change,
      due_at: new Date(tx.clock.now().getTime() + SETTLING_MS),
      send_before: row.starts_at,
      via: SEND_CLASS_NOTICE,
    } as const
    const roster = await listRoster(tx, row.id)
    await tellPeople(tx, {
      ...common,
      kind: "class-substituted",
      people: roster.map((one) => one.student_id),
      write: (person) => wordsFor(tx, row, person, classSubstituted(row.facts, person.language)),
    })
    await tellPeople(tx, {
      ...common,
      kind: "class-teaching",
      people: [change.from, change.to],
      write: (person) =>
        wordsFor(
          tx,
          row,
          person,
          teachingChanged(row.facts, person.language, person.user_id === row.instructor_id),
        ),
    })
  })
}

type Seat = { class_id: string; student_id: string }

/** Tells the first in line that the seat is theirs. */
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

/** Tells both that a one-on-one time was taken. */
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

/** Tells the instructor of a new request, or the student of its answer, by how it stands. */
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

/** The other times that came with a rejection. */
function readOffers(ctx: Pick<Ctx, "db">, requestId: string): Promise<NoticedClass[]> {
  const offered = ctx.db
    .select({ id: demoOffers.class_id })
    .from(demoOffers)
    .where(eq(demoOffers.request_id, requestId))
  return readNoticed(ctx, inArray(scheduledClasses.id, offered))
}
