import { and, desc, eq, exists, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Import, ImportKind, ImportPreview } from "#contract/admin-import.ts"
import { countJoined, removeAccounts, takeGuardians } from "#features/accounts/server/imported.ts"
import { type InviteWhom, inviteAll, readInvited } from "#features/accounts/server/invitations.ts"
import { user } from "#features/accounts/server/table.ts"
import { LIST_COLUMNS } from "#features/admin/list-columns.ts"
import { attendanceMarks, attendanceVerdicts } from "#features/attendance/server/table.ts"
import { classEnrollments, scheduledClasses } from "#features/classes/server/table.ts"
import { deleteImportedClasses, freeProgramPlaces } from "#features/classes/server/take-back.ts"
import { removeEnrolments, removePrograms } from "#features/programs/server/imported.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, Refusal, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import type { ListReader, Outcome } from "./import-outcome.ts"
import { guardianList, instructorList, studentList } from "./import-people.ts"
import { readTable } from "./import-text.ts"
import { courseList, timetableList } from "./import-timetable.ts"
import { imports, type Made } from "./table.ts"

const READERS: Record<ImportKind, ListReader<unknown>> = {
  instructors: instructorList as ListReader<unknown>,
  students: studentList as ListReader<unknown>,
  guardians: guardianList as ListReader<unknown>,
  courses: courseList as ListReader<unknown>,
  timetable: timetableList as ListReader<unknown>,
}

/** One import at a time, so that two of the same list make nothing twice. */
const IMPORT_LOCK = "kaksha.import"
const UNDO_WITHIN = HOUR
const SHOWN = 5

type List = { kind: ImportKind; text: string }

function check(ctx: SignedInCtx, { kind, text }: List): Promise<Outcome<unknown>[]> {
  return READERS[kind].check(ctx, readTable(text, LIST_COLUMNS[kind]))
}

function countStates(outcomes: readonly Outcome<unknown>[]) {
  const count = (state: Outcome<unknown>["state"]) => outcomes.filter((row) => row.state === state).length
  return { created: count("new"), same: count("same"), refused: count("error") }
}

/** What a list would do, row by row. Writes nothing. Throws FIELD_ERRORS for what is no such list. */
export async function previewImport(ctx: SignedInCtx, list: List): Promise<ImportPreview> {
  const outcomes = await check(ctx, list)
  return { rows: outcomes.map(({ value: _, ...row }) => row), ...countStates(outcomes) }
}

/**
 * Writes a list in one transaction: every row that is new, or none where one can't stand. What is there already
 * stays as it is, so the same list again makes nothing. Throws FIELD_ERRORS and IMPORT_REFUSED.
 */
export function confirmImport(
  ctx: SignedInCtx,
  list: List,
): Promise<{ import_id: string | null; created: number; same: number }> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${IMPORT_LOCK}, 0))`)
    const outcomes = await check(tx, list)
    const { created, same, refused } = countStates(outcomes)
    if (refused > 0) refuse("IMPORT_REFUSED", { refused })
    if (created === 0) return { import_id: null, created, same }
    const made = await READERS[list.kind].write(
      tx,
      outcomes.flatMap(({ value }) => (value === undefined ? [] : [value])),
    )
    const id = newId()
    const made_at = tx.clock.now()
    await tx.db
      .insert(imports)
      .values({ id, kind: list.kind, made_by: tx.viewer.user_id, made_at, created, made })
    await recordAct(tx, "import.confirm", id, { kind: list.kind, created, same })
    await emit(tx, "person.changed", tx.viewer.user_id)
    return { import_id: id, created, same }
  })
}

/** The latest imports, newest first. At most three queries. */
export async function listImports(ctx: Ctx): Promise<Import[]> {
  const rows = await ctx.db
    .select({ row: imports, made_by: user.name })
    .from(imports)
    .leftJoin(user, eq(user.id, imports.made_by))
    .orderBy(desc(imports.made_at))
    .limit(SHOWN)
  const invited = await readInvited(
    ctx,
    rows.flatMap(({ row }) => (row.undone_at ? [] : (row.made.users ?? []))),
  )
  const byId = new Map(invited.map((one) => [one.user_id, one]))
  return rows.map(({ row, made_by }) => ({
    ...countInvited((row.made.users ?? []).flatMap((id) => byId.get(id) ?? [])),
    id: row.id,
    kind: row.kind as ImportKind,
    made_at: row.made_at,
    made_by: made_by ?? "",
    created: row.created,
    undone_at: row.undone_at,
    undo_until: new Date(row.made_at.getTime() + UNDO_WITHIN),
  }))
}

function countInvited(unjoined: Awaited<ReturnType<typeof readInvited>>) {
  const sent = unjoined.flatMap(({ invited_at }) => invited_at ?? [])
  return {
    to_invite: unjoined.filter(({ next }) => next === "new").length,
    invited: sent.length,
    invite_again: unjoined.filter(({ next }) => next === "again").length,
    last_invited_at: sent.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null,
  }
}

/**
 * Mails an invitation to those of an import who have not joined: to those who have none yet, or again to those whose
 * last one was some days ago. Throws NOT_FOUND and MAIL_UNAVAILABLE.
 */
export function inviteImported(
  ctx: SignedInCtx,
  importId: string,
  whom: InviteWhom = "new",
): Promise<{ invited: number }> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ made: imports.made })
      .from(imports)
      .where(and(eq(imports.id, importId), isNull(imports.undone_at)))
      .for("update")
    if (!row) notFound()
    return { invited: await inviteAll(tx, row.made.users ?? [], whom) }
  })
}

/**
 * Takes an import back within the hour, wholly or not at all: nobody of it may have come in, and nothing may hang on
 * it. It takes a few statements for each class and none for each place in it, for 500 students of 200 classes have
 * 100,000. Again it changes nothing. Throws NOT_FOUND, IMPORT_TOO_OLD and IMPORT_IN_USE.
 */
export async function undoImport(ctx: SignedInCtx, importId: string): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      const [row] = await tx.db.select().from(imports).where(eq(imports.id, importId)).for("update")
      if (!row) notFound()
      if (row.undone_at) return
      const now = tx.clock.now()
      if (now.getTime() > row.made_at.getTime() + UNDO_WITHIN) refuse("IMPORT_TOO_OLD")
      await takeBack(tx, row.made)
      await tx.db.update(imports).set({ undone_at: now, made: {} }).where(eq(imports.id, importId))
      await recordAct(tx, "import.undo", importId, { kind: row.kind })
    })
  } catch (error) {
    const held = brokenConstraint(error)?.endsWith("_fk") ?? false
    const refused = error instanceof Refusal && ["CLASS_HAS_RECORDS", "CLASS_NOT_OPEN"].includes(error.code)
    if (held || refused) refuse("IMPORT_IN_USE")
    throw error
  }
}

async function takeBack(tx: SignedInCtx, made: Made): Promise<void> {
  const users = made.users ?? []
  if ((await countJoined(tx, users)) > 0 || (await isAttended(tx, users))) refuse("IMPORT_IN_USE")
  await deleteImportedClasses(tx, made.classes ?? [])
  await freeProgramPlaces(tx, await removeEnrolments(tx, made.enrolments ?? []))
  if (made.contacts?.length) {
    if ((await takeGuardians(tx, made.contacts)) < made.contacts.length) refuse("IMPORT_IN_USE")
  }
  await removePrograms(tx, made.programs ?? [])
  await removeAccounts(tx, users)
}

/** Whether a register, a class that began with them, or a class of their own already tells of one of these people. */
async function isAttended(tx: Ctx, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return false
  const ids = [...userIds]
  const verdicts = await tx.db.$count(attendanceVerdicts, inArray(attendanceVerdicts.student_id, ids))
  const marks = await tx.db.$count(attendanceMarks, inArray(attendanceMarks.student_id, ids))
  const taught = await tx.db.$count(
    scheduledClasses,
    or(inArray(scheduledClasses.instructor_id, ids), inArray(scheduledClasses.substitutes_for, ids)),
  )
  const begun = tx.db
    .select({ id: scheduledClasses.id })
    .from(scheduledClasses)
    .where(and(eq(scheduledClasses.id, classEnrollments.class_id), isNotNull(scheduledClasses.started_at)))
  const came = await tx.db.$count(
    classEnrollments,
    and(inArray(classEnrollments.student_id, ids), exists(begun)),
  )
  return verdicts + marks + taught + came > 0
}
