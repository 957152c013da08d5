import { and, asc, eq, inArray } from "drizzle-orm"
import type { GateChild } from "#contract/attendance/check-ins.ts"
import { ageColumns, isMinor, todayOf } from "#features/accounts/server/age.ts"
import { guardians, students } from "#features/accounts/server/table.ts"
import {
  type CheckIn,
  countedFrom,
  earliest,
  isYoung,
  normalGateCode,
  takesGateCheckIns,
} from "#features/attendance/arrivals.ts"
import { teaches } from "#features/classes/rules.ts"
import { readClass } from "#features/classes/server/service.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { MINUTE } from "#shared/time.ts"
import { findCardHolder } from "./cards.ts"
import { describeHallClass, recordCheckIn } from "./check-in.ts"
import { listCollectors } from "./collectors.ts"
import { findGateGuardian } from "./gate-codes.ts"
import { type HallClassRow, listHallClasses } from "./hall-classes.ts"
import { cameToday, listArrivals, listCheckIns } from "./read-check-ins.ts"
import { checkIns, signOuts } from "./table.ts"
import { requireTrusted } from "./trusted.ts"
import { tryCode } from "./try-code.ts"

/** Many guardians come at once, and some codes are misread. */
const MOST_WRONG = 60
const WRONG_WINDOW_MS = 10 * MINUTE

type Shown = { way: CheckIn["way"]; guardian_id: string | null; student_ids: string[] }

/**
 * Whom a guardian's code of today or a card is about. Throws FIELD_ERRORS for others, TOO_MANY_REQUESTS, and FORBIDDEN as
 * `requireTrusted`.
 */
async function readShown(ctx: SignedInCtx, code: string): Promise<Shown> {
  await requireTrusted(ctx)
  const limit = { name: "gate-code", of: ctx.viewer.user_id, most: MOST_WRONG, window: WRONG_WINDOW_MS }
  return (await tryCode(ctx, limit, () => findShown(ctx, code))) ?? refuseFields({ code: "GATE_CODE_WRONG" })
}

async function findShown(ctx: SignedInCtx, code: string): Promise<Shown | null> {
  const holder = await findCardHolder(ctx, code)
  if (holder) return { way: "card", guardian_id: null, student_ids: [holder] }
  const guardian_id = await findGateGuardian(ctx, normalGateCode(code), todayOf(ctx))
  if (!guardian_id) return null
  const children = await ctx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .where(and(eq(guardianOf.guardian_id, guardian_id), holds()))
  if (children.length === 0) return null
  return { way: "gate", guardian_id, student_ids: children.map(({ student_id }) => student_id) }
}

/** Returns whom a code or a card is about. Throws as `readShown`. */
export async function readGate(
  ctx: SignedInCtx,
  code: string,
): Promise<{ guardian: string | null; children: GateChild[] }> {
  const { guardian_id, student_ids } = await readShown(ctx, code)
  const [guardian] = guardian_id
    ? await ctx.db
        .select({ first_name: guardians.first_name, last_name: guardians.last_name })
        .from(guardians)
        .where(eq(guardians.user_id, guardian_id))
    : []
  return { guardian: guardian ? nameOf(guardian) : null, children: await describeChildren(ctx, student_ids) }
}

/** Checks a child in. Throws as `readShown`, NOT_FOUND for another's child or class, and NOT_OPEN. */
export async function checkInAtGate(
  ctx: SignedInCtx,
  { code, student_id, class_id }: { code: string; student_id: string; class_id: string },
): Promise<GateChild> {
  const { way, guardian_id, student_ids } = await readShown(ctx, code)
  if (!student_ids.includes(student_id)) notFound()
  const row = (await listHallClasses(ctx, [student_id])).get(student_id)?.find(({ id }) => id === class_id)
  if (!row) notFound()
  if (!takesGateCheckIns(row, ctx.clock.now())) refuse("NOT_OPEN")
  await recordCheckIn(ctx, class_id, student_id, { way, guardian_id })
  return describeChild(ctx, student_id)
}

type To = { guardian_id: string } | { collector_id: string } | { name: string }

/**
 * Signs a child out to somebody; again replaces the name. Throws NOT_FOUND for a class that the viewer doesn't teach,
 * unless an admin, or somebody who may not collect the child, and NOT_CHECKED_IN.
 */
export function signOut(
  ctx: SignedInCtx,
  { student_id, class_id, to }: { student_id: string; class_id: string; to: To },
): Promise<GateChild> {
  return inTransaction(ctx, async (tx) => {
    const row = await readClass(tx, class_id)
    if (!row || (tx.viewer.role !== "admin" && !teaches(row, tx.viewer))) notFound()
    // Also who was forgotten yesterday.
    const came = [...(await listArrivals(tx, [student_id])), ...(await listCheckIns(tx, [class_id]))]
    if (!came.some((one) => keyOf(one) === keyOf({ class_id, student_id }))) refuse("NOT_CHECKED_IN")
    const taker = await readTaker(tx, student_id, to)
    const out = { ...taker, at: tx.clock.now(), made_by: tx.viewer.user_id }
    await tx.db
      .insert(signOuts)
      .values({ class_id, student_id, ...out })
      .onConflictDoUpdate({ target: [signOuts.class_id, signOuts.student_id], set: out })
    await recordAct(tx, "child.sign-out", class_id, { student_id, known: !("name" in to) })
    await emit(tx, "class.attendance", class_id)
    return describeChild(tx, student_id)
  })
}

async function readTaker(tx: Ctx, studentId: string, to: To) {
  if ("name" in to) return { to_name: to.name, guardian_id: null }
  if ("collector_id" in to) {
    const named = (await listCollectors(tx, [studentId])).get(studentId) ?? []
    const one = named.find(({ id }) => id === to.collector_id) ?? notFound()
    return { to_name: one.name, guardian_id: null }
  }
  const own = (await listGuardians(tx, [studentId])).get(studentId) ?? []
  const one = own.find(({ id }) => id === to.guardian_id) ?? notFound()
  return { to_name: one.name, guardian_id: one.id }
}

/**
 * Returns the young children who checked in today and are not signed out of their last class, for the classes that
 * the viewer teaches or, for an admin, all. Six queries.
 */
export async function listStillHere(ctx: SignedInCtx): Promise<GateChild[]> {
  const isOwn =
    ctx.viewer.role === "admin" ? undefined : eq(scheduledClasses.instructor_id, ctx.viewer.user_id)
  const rows = await ctx.db
    .selectDistinct({ student_id: checkIns.student_id })
    .from(checkIns)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, checkIns.class_id))
    .where(and(cameToday(ctx), isOwn))
  const children = await describeChildren(
    ctx,
    rows.map(({ student_id }) => student_id),
  )
  return children.filter(({ young, classes }) => {
    const last = classes.findLast((one) => one.checked_in_at !== null)
    return young && last?.signed_out_at === null
  })
}

async function describeChild(ctx: Ctx, studentId: string): Promise<GateChild> {
  const [child] = await describeChildren(ctx, [studentId])
  return child ?? notFound()
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

/**
 * Returns children with their classes on premises of today, by name, and those to which they came whatever became of
 * class and seat since. Six queries, however many children.
 */
async function describeChildren(ctx: Ctx, studentIds: readonly string[]): Promise<GateChild[]> {
  if (studentIds.length === 0) return []
  const rows = await ctx.db
    .select({
      student_id: students.user_id,
      first_name: students.first_name,
      last_name: students.last_name,
      ...ageColumns,
    })
    .from(students)
    .where(inArray(students.user_id, [...studentIds]))
    .orderBy(asc(students.first_name), asc(students.user_id))
  const seated = await listHallClasses(ctx, studentIds)
  const arrivals = await listArrivals(ctx, studentIds)
  const classIds = [...new Set(arrivals.map(({ class_id }) => class_id))]
  const came = Map.groupBy(arrivals, keyOf)
  const left = new Map((await listSignOuts(ctx, classIds)).map((row) => [keyOf(row), row]))
  const named = await listCollectors(ctx, studentIds)
  const own = await listGuardians(ctx, studentIds)
  const [now, today] = [ctx.clock.now(), todayOf(ctx)]
  return rows.map(({ student_id, first_name, last_name, ...age }) => {
    const seats = seated.get(student_id) ?? []
    const comeTo = arrivals.filter((one) => one.student_id === student_id).map(({ row }) => row)
    return {
      student_id,
      name: nameOf({ first_name, last_name }),
      young: isYoung({ date_of_birth: age.date_of_birth, minor: isMinor(ctx, age) }, today),
      classes: inOrder([...comeTo, ...seats]).map((row) => {
        const key = keyOf({ class_id: row.id, student_id })
        const signedOut = left.get(key)
        const all = came.get(key) ?? []
        // Who was signed out and came again is here.
        const since = all.filter(({ at }) => !signedOut || at > signedOut.at)
        const out = all.length > 0 && since.length === 0 ? signedOut : null
        const counted = since.some(({ at }) => at >= countedFrom(row.starts_at))
        return {
          ...describeHallClass(row),
          open: seats.includes(row) && takesGateCheckIns(row, now) && !counted,
          checked_in_at: earliest(out ? all : since)?.at ?? null,
          signed_out_at: out?.at ?? null,
          signed_out_to: out?.to_name ?? null,
        }
      }),
      guardians: own.get(student_id) ?? [],
      collectors: named.get(student_id) ?? [],
    }
  })
}

/** Returns each class once, the earliest first. Of several rows of a class the last one is kept. */
function inOrder(rows: readonly HallClassRow[]): HallClassRow[] {
  const once = new Map(rows.map((row) => [row.id, row]))
  return [...once.values()].toSorted(
    (one, other) => one.starts_at.getTime() - other.starts_at.getTime() || (one.id < other.id ? -1 : 1),
  )
}

function keyOf({ class_id, student_id }: { class_id: string; student_id: string }): string {
  return `${class_id} ${student_id}`
}

function listSignOuts(ctx: Pick<Ctx, "db">, classIds: readonly string[]) {
  if (classIds.length === 0) return Promise.resolve([])
  return ctx.db
    .select()
    .from(signOuts)
    .where(inArray(signOuts.class_id, [...classIds]))
}

/** Returns the confirmed guardians of these children, by child. One query. */
async function listGuardians(ctx: Pick<Ctx, "db">, studentIds: readonly string[]) {
  const rows = await ctx.db
    .select({
      ...{ student_id: guardianOf.student_id, id: guardians.user_id },
      ...{ first_name: guardians.first_name, last_name: guardians.last_name },
    })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .where(and(inArray(guardianOf.student_id, [...studentIds]), holds()))
    .orderBy(asc(guardianOf.answered_at), asc(guardians.user_id))
  const byStudent = Map.groupBy(rows, ({ student_id }) => student_id)
  return new Map(
    [...byStudent].map(([student, own]) => [student, own.map((row) => ({ id: row.id, name: nameOf(row) }))]),
  )
}
