import { and, arrayOverlaps, asc, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm"
import type { AbsenceQuestion, AskedChild, GivenAnswer } from "#contract/attendance/absence-answers.ts"
import { students, teachers } from "#features/accounts/server/table.ts"
import type { AbsenceAnswer } from "#features/attendance/rules.ts"
import { enrol } from "#features/classes/server/seats.ts"
import { type ClassRow, readClass } from "#features/classes/server/service.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, Refusal, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { countTry } from "#platform/limits.ts"
import { HOUR } from "#shared/time.ts"
import { proofOpenUntil, readProofs } from "../proofs/proof-state.ts"
import { lockClass, readSheet, type Sheet } from "../sheet.ts"
import { absenceAnswers, attendanceVerdicts } from "../table.ts"
import { hashesOf } from "./answer-links.ts"
import { describeOffer, listMakeUps, offeredColumns } from "./make-up.ts"

/** Wrong links allowed per address and hour. */
const MOST_WRONG = 30
/** The refusals that mean a seat was taken by somebody else or isn't available. */
const SEAT_REFUSALS = [
  "CLASS_FULL",
  "CLASS_NOT_OPEN",
  "ALREADY_ENROLLED",
  "MEMBERSHIP_ENDED",
  "PAYMENT_NEEDED",
  "DEMO_REQUEST_REQUIRED",
  "NOT_FOUND",
]

type Asked = typeof absenceAnswers.$inferSelect
type Child = { first_name: string; last_name: string }
type Found = { class: ClassRow; rows: { asked: Asked; child: Child }[] }

/**
 * Returns the absence that a link asks about. Throws NOT_FOUND for an invalid link, TOO_MANY_REQUESTS after
 * too many of them.
 */
export async function readQuestion(ctx: Ctx, token: string): Promise<AbsenceQuestion> {
  return describe(ctx, await findAsked(ctx, token))
}

async function findAsked(ctx: Ctx, token: string): Promise<Found> {
  const hashes = hashesOf(ctx, token)
  const rows = await ctx.db
    .select({
      asked: absenceAnswers,
      child: { first_name: students.first_name, last_name: students.last_name },
    })
    .from(absenceAnswers)
    .innerJoin(students, eq(students.user_id, absenceAnswers.student_id))
    .where(
      or(inArray(absenceAnswers.token_hash, hashes), arrayOverlaps(absenceAnswers.further_hashes, hashes)),
    )
    .orderBy(asc(students.first_name), asc(students.user_id))
  const row = rows[0] && (await readClass(ctx, rows[0].asked.class_id))
  if (!row) return refuseUnknown(ctx)
  return { class: row, rows }
}

async function refuseUnknown(ctx: Ctx): Promise<never> {
  const { address } = ctx.http
  const wait = address
    ? await countTry(ctx, [{ name: "absence-link", of: address, most: MOST_WRONG, window: HOUR }])
    : 0
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
  notFound()
}

async function describe(ctx: Ctx, { class: row, rows }: Found): Promise<AbsenceQuestion> {
  const sheet = await readSheet(ctx, row)
  const taken = await readTaken(
    ctx,
    rows.map(({ asked }) => asked),
  )
  const proofs = await readProofs(
    ctx,
    row.id,
    rows.map(({ asked }) => asked.student_id),
  )
  const children: AskedChild[] = []
  for (const { asked, child } of rows) {
    const verdict = verdictOf(sheet, asked.student_id)
    const make_up = taken.get(asked.student_id) ?? null
    const offered = asked.answer !== null && !make_up && verdict === "absent" && isOpen(ctx, asked)
    const sent = proofs.get(asked.student_id) ?? null
    const until = proofOpenUntil(row.ended_at ?? row.ends_at, sent)
    children.push({
      proof: sent?.proof ?? null,
      provable: verdict === "absent" && asked.answer === "ill" && until !== null && until > ctx.clock.now(),
      student_id: asked.student_id,
      first_name: child.first_name,
      verdict,
      given: givenBy(asked, make_up),
      offers: offered ? await listMakeUps(ctx, row, asked.student_id) : [],
    })
  }
  const [{ asked } = { asked: null }] = rows
  return {
    title: row.title,
    scheduled_date: row.scheduled_date,
    start_time: row.start_time.slice(0, 5),
    open_until: asked?.open_until ?? ctx.clock.now(),
    open: asked !== null && isOpen(ctx, asked),
    children,
  }
}

function isOpen(ctx: Pick<Ctx, "clock">, asked: Asked): boolean {
  return ctx.clock.now() < asked.open_until
}

function verdictOf(sheet: Sheet, studentId: string): AskedChild["verdict"] {
  const verdict = sheet.rows.find((row) => row.student.student_id === studentId)?.decision.verdict
  return verdict === undefined || verdict === "pending" ? "absent" : verdict
}

/** Returns an answer as staff see it; null without one. */
export function givenBy(asked: Asked | null, make_up: GivenAnswer["make_up"]): GivenAnswer | null {
  if (!asked?.answer || !asked.answered_at) return null
  const { answer, note, answered_at } = asked
  return { answer, note, answered_at, make_up }
}

/**
 * Returns the make-up classes of these answers by student: those that weren't cancelled since, and whose seat the
 * student still has or had. One query.
 */
export async function readTaken(
  ctx: Pick<Ctx, "db">,
  asked: readonly (Asked | null | undefined)[],
): Promise<Map<string, NonNullable<GivenAnswer["make_up"]>>> {
  const chosen = asked.flatMap((one) => (one?.make_up_class_id ? [one] : []))
  const [first] = chosen
  if (!first) return new Map()
  const { class_id, student_id, make_up_class_id } = absenceAnswers
  const rows = await ctx.db
    .select({ ...offeredColumns, student_id })
    .from(absenceAnswers)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, make_up_class_id))
    .innerJoin(teachers, eq(teachers.user_id, scheduledClasses.instructor_id))
    .where(
      and(
        eq(class_id, first.class_id),
        inArray(
          student_id,
          chosen.map((one) => one.student_id),
        ),
        ne(scheduledClasses.status, "cancelled"),
        keepsMakeUp(ctx),
      ),
    )
  return new Map(
    rows.map(({ student_id: id, ...row }) => {
      const { class_id, title, scheduled_date, start_time } = describeOffer(row)
      return [id, { class_id, title, scheduled_date, start_time }]
    }),
  )
}

/** Whether the student of a selected answer has the seat of its make-up class, or a verdict from when they had it. */
function keepsMakeUp({ db }: Pick<Ctx, "db">): SQL | undefined {
  const { student_id, make_up_class_id } = absenceAnswers
  const of = (table: typeof classEnrollments | typeof attendanceVerdicts) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.class_id, make_up_class_id), eq(table.student_id, student_id))),
    )
  return or(of(classEnrollments), of(attendanceVerdicts))
}

type AnswerInput = {
  token: string
  student_id: string
  answer: AbsenceAnswer
  note?: string | undefined
}

/**
 * Stores why a child was absent, for anyone who has the notice's link. The answer explains the absence and
 * doesn't change how it counts. It can be changed while it is open. Throws NOT_FOUND, ANSWER_CLOSED.
 */
export async function answerAbsence(ctx: Ctx, input: AnswerInput): Promise<AbsenceQuestion> {
  const found = await findAsked(ctx, input.token)
  const asked = askedOf(ctx, found, input.student_id)
  await inTransaction(ctx, async (tx) => {
    const row = (await lockClass(tx, asked.class_id)) ?? notFound()
    const [before] = await tx.db
      .select({ answer: absenceAnswers.answer })
      .from(absenceAnswers)
      .where(ofAsked(asked))
    const change = { answer: input.answer, note: input.note || null, answered_at: tx.clock.now() }
    await tx.db.update(absenceAnswers).set(change).where(ofAsked(asked))
    const { student_id } = asked
    const answers = { from: before?.answer ?? null, to: input.answer }
    await recordAct(tx, "attendance.answer", row.id, { student_id, ...answers })
    await emit(tx, "class.attendance", row.id)
    await tellGuardians(tx, [student_id])
  })
  return readQuestion(ctx, input.token)
}

/** Returns the question about one child that a link asks. Throws NOT_FOUND, TOO_MANY_REQUESTS. */
export async function requireAsked(ctx: Ctx, token: string, studentId: string): Promise<Asked> {
  const { rows } = await findAsked(ctx, token)
  return rows.find(({ asked }) => asked.student_id === studentId)?.asked ?? notFound()
}

function askedOf(ctx: Ctx, found: Found, studentId: string): Asked {
  const asked = found.rows.find((row) => row.asked.student_id === studentId)?.asked ?? notFound()
  if (!isOpen(ctx, asked)) refuse("ANSWER_CLOSED")
  return asked
}

function ofAsked({ class_id, student_id }: Asked) {
  return and(eq(absenceAnswers.class_id, class_id), eq(absenceAnswers.student_id, student_id))
}

/**
 * Takes a seat that makes up for the missed class, one for each absence. The link allows this, only for the
 * classes it offers. The same seat again changes nothing. Throws NOT_FOUND, ANSWER_CLOSED, MAKE_UP_GONE,
 * MAKE_UP_TAKEN.
 */
export async function takeMakeUp(
  ctx: Ctx,
  input: { token: string; student_id: string; class_id: string },
): Promise<AbsenceQuestion> {
  const found = await findAsked(ctx, input.token)
  const asked = askedOf(ctx, found, input.student_id)
  const child = found.rows.find((row) => row.asked === asked)?.child ?? notFound()
  await inTransaction(ctx, async (tx) => {
    const [locked] = await tx.db.select().from(absenceAnswers).where(ofAsked(asked)).for("update")
    // A class that was cancelled, deleted or given up makes up for nothing, so another may be chosen.
    const taken = (await readTaken(tx, [locked])).get(asked.student_id)
    if (taken?.class_id === input.class_id) return
    if (taken) refuse("MAKE_UP_TAKEN")
    const offers = locked?.answer ? await listMakeUps(tx, found.class, asked.student_id) : []
    if (!offers.some((offer) => offer.class_id === input.class_id)) refuse("MAKE_UP_GONE")
    await takeSeatFor(asStudent(tx, asked.student_id, child), input.class_id)
    await tx.db.update(absenceAnswers).set({ make_up_class_id: input.class_id }).where(ofAsked(asked))
    await recordAct(tx, "attendance.make-up", asked.class_id, {
      student_id: asked.student_id,
      class_id: input.class_id,
    })
    await emit(tx, "class.attendance", asked.class_id)
  })
  return readQuestion(ctx, input.token)
}

async function takeSeatFor(ctx: SignedInCtx, classId: string): Promise<void> {
  try {
    await enrol(ctx, classId)
  } catch (error) {
    if (error instanceof Refusal && SEAT_REFUSALS.includes(error.code)) refuse("MAKE_UP_GONE")
    throw error
  }
}

/** Acts as the child, whose seat it is. The audit log records the act without a signed-in person. */
function asStudent(ctx: Ctx, user_id: string, child: Child): SignedInCtx {
  return { ...ctx, viewer: { user_id, email: "", ...child, role: "student", email_verified: false } }
}
