import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Import, ImportKind, ImportPreview } from "#contract/admin/admin-import.ts"
import { type InviteWhom, inviteAll, readInvited } from "#features/accounts/server/invitations.ts"
import { user } from "#features/accounts/server/table.ts"
import { LIST_COLUMNS } from "#features/admin/list-columns.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import type { ListReader, Outcome } from "./import-outcome.ts"
import { guardianList, instructorList } from "./import-people.ts"
import { studentList } from "./import-students.ts"
import { readTable } from "./import-text.ts"
import { courseList, timetableList } from "./import-timetable.ts"
import { imports, type Made } from "./table.ts"
import { UNDO_WITHIN } from "./undo-import.ts"

const READERS: Record<ImportKind, ListReader<unknown>> = {
  instructors: instructorList as ListReader<unknown>,
  students: studentList as ListReader<unknown>,
  guardians: guardianList as ListReader<unknown>,
  courses: courseList as ListReader<unknown>,
  timetable: timetableList as ListReader<unknown>,
}

/** Only one import runs at a time, so that two of the same list create nothing twice. */
const IMPORT_LOCK = "kaksha.import"
const SHOWN = 5

type List = { kind: ImportKind; text: string }

function check(ctx: SignedInCtx, { kind, text }: List): Promise<Outcome<unknown>[]> {
  return READERS[kind].check(ctx, readTable(text, LIST_COLUMNS[kind]))
}

function countStates(outcomes: readonly Outcome<unknown>[]) {
  const count = (state: Outcome<unknown>["state"]) => outcomes.filter((row) => row.state === state).length
  return { created: count("new"), same: count("same"), refused: count("error") }
}

/**
 * Returns what importing a list would do, row by row. Writes nothing. Throws LIST_UNREADABLE.
 */
export async function previewImport(ctx: SignedInCtx, list: List): Promise<ImportPreview> {
  const outcomes = await check(ctx, list)
  return { rows: outcomes.map(({ value: _, ...row }) => row), ...countStates(outcomes) }
}

/**
 * Imports a list in one transaction: all new rows, or none if one is invalid. Existing rows are left
 * unchanged, so importing the same list again creates nothing. Throws LIST_UNREADABLE and IMPORT_REFUSED.
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

/**
 * Returns the latest imports, newest first, with the progress of undoing them and what was kept. Three
 * queries, and two more if something was kept.
 */
export async function listImports(ctx: Ctx): Promise<Import[]> {
  const rows = await ctx.db
    .select({ row: imports, made_by: user.name })
    .from(imports)
    .leftJoin(user, eq(user.id, imports.made_by))
    .orderBy(desc(imports.made_at))
    .limit(SHOWN)
  const invited = await readInvited(
    ctx,
    rows.flatMap(({ row }) => (row.undo_asked_at ? [] : (row.made.users ?? []))),
  )
  const byId = new Map(invited.map((one) => [one.user_id, one]))
  const names = await nameKept(
    ctx,
    rows.map(({ row }) => row.undo_kept),
  )
  return rows.map(({ row, made_by }) => ({
    ...countInvited((row.made.users ?? []).flatMap((id) => byId.get(id) ?? [])),
    id: row.id,
    kind: row.kind as ImportKind,
    made_at: row.made_at,
    made_by: made_by ?? "",
    created: row.created,
    undoing: row.undo_asked_at && !row.undone_at ? { done: row.undo_done, total: row.undo_total } : null,
    kept: Object.values(row.undo_kept).flatMap((ids) => ids.flatMap((id) => names.get(id) ?? [])),
    undone_at: row.undone_at,
    undo_until: new Date(row.made_at.getTime() + UNDO_WITHIN),
  }))
}

/** Returns the names of what was kept of undone imports; what has been deleted since has none. */
async function nameKept(ctx: Ctx, kept: readonly Made[]): Promise<Map<string, Import["kept"][number]>> {
  const of = (name: keyof Made) => kept.flatMap((made) => made[name] ?? [])
  const people = [...of("users"), ...of("contacts")]
  const [classes, courses] = [of("classes"), of("programs")]
  if (people.length + classes.length + courses.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, people))
    .union(
      ctx.db
        .select({ id: programs.id, name: programs.title })
        .from(programs)
        .where(inArray(programs.id, courses)),
    )
  const { id, title, scheduled_date, start_time } = scheduledClasses
  const held = await ctx.db
    .select({ id, title, scheduled_date, start_time })
    .from(scheduledClasses)
    .where(inArray(id, classes))
  return new Map<string, Import["kept"][number]>([
    ...rows.map((row) => [row.id, { name: row.name, scheduled_date: null, start_time: null }] as const),
    ...held.map((row) => {
      const { scheduled_date, start_time } = row
      return [row.id, { name: row.title, scheduled_date, start_time }] as const
    }),
  ])
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
 * Mails an invitation to the people of an import who have not joined: if they got none yet, or if the last
 * one was some days ago. Throws NOT_FOUND and MAIL_UNAVAILABLE.
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
      .where(and(eq(imports.id, importId), isNull(imports.undo_asked_at)))
      .for("update")
    if (!row) notFound()
    return { invited: await inviteAll(tx, row.made.users ?? [], whom) }
  })
}
