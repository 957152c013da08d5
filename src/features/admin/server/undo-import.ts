import { eq } from "drizzle-orm"
import { takableGuardians } from "#features/accounts/server/imported.ts"
import { students } from "#features/accounts/server/table.ts"
import { listComingOf, someStarted } from "#features/classes/server/take-back.ts"
import {
  endEnrolments,
  readEnded,
  removePrograms,
  restoreEnrolments,
} from "#features/programs/server/imported.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { HOUR } from "#shared/time.ts"
import { imports } from "./table.ts"
import { isRefused, listInUse, PARTS, someOrdered, undoPart } from "./undo-parts.ts"

export const UNDO_QUEUE = "admin.undo-import"
export const UNDO_WITHIN = HOUR

/**
 * Requests the undo of an import, within an hour and only if nobody of it has joined and nothing of it is
 * in use; a job then does it. From now on its students can't get seats. Repeating it changes nothing. Throws
 * NOT_FOUND, IMPORT_TOO_OLD and IMPORT_IN_USE.
 */
export function undoImport(ctx: SignedInCtx, importId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(imports).where(eq(imports.id, importId)).for("update")
    if (!row) notFound()
    if (row.undo_asked_at || row.undone_at) return
    const now = tx.clock.now()
    if (now.getTime() > row.made_at.getTime() + UNDO_WITHIN) refuse("IMPORT_TOO_OLD")
    if (await isInUse(tx, row)) refuse("IMPORT_IN_USE")
    const enrolments = row.made.enrolments ?? []
    await endEnrolments(tx, enrolments)
    await restoreEnrolments(tx, row.made.changed ?? [])
    const seats = await listComingOf(tx, await readEnded(tx, enrolments))
    await tx.db
      .update(imports)
      .set({
        made: { ...row.made, changed: [], seats },
        undo_asked_at: now,
        undo_asked_by: tx.viewer.user_id,
        undo_total: row.created + seats.length,
      })
      .where(eq(imports.id, importId))
    await tx.jobs.send(tx, UNDO_QUEUE, { import_id: importId })
    await emit(tx, "import.changed", importId)
  })
}

async function isInUse(
  tx: SignedInCtx,
  { made, made_at }: Pick<typeof imports.$inferSelect, "made" | "made_at">,
): Promise<boolean> {
  const { users = [], contacts = [], classes = [], enrolments = [], changed = [] } = made
  if (await someOrdered(tx, [...enrolments, ...changed.map(({ id }) => id)], made_at)) return true
  if ((await listInUse(tx, users)).length > 0) return true
  if (await someStarted(tx, classes)) return true
  const takable = contacts.length > 0 ? await tx.db.$count(students, takableGuardians(tx, contacts)) : 0
  return takable < contacts.length || !(await canRemovePrograms(tx, made.programs ?? []))
}

/**
 * Tries to delete the programs and rolls back: only the database knows everything that may refer to a
 * program.
 */
async function canRemovePrograms(tx: SignedInCtx, ids: readonly string[]): Promise<boolean> {
  const tried = new Error("only tried")
  try {
    await inTransaction(tx, async (trial) => {
      await removePrograms(trial, ids)
      throw tried
    })
  } catch (error) {
    if (error === tried) return true
    if (isRefused(error)) return false
    throw error
  }
  return true
}

/** Continues a requested undo from where it stopped. Repeating it changes nothing. */
export async function continueUndo(ctx: Ctx, importId: string): Promise<void> {
  let isOver = false
  while (!isOver) isOver = !(await inTransaction(ctx, (tx) => undoSome(tx, importId)))
}

/** Returns whether there is more to undo. */
async function undoSome(tx: Ctx, importId: string): Promise<boolean> {
  const [row] = await tx.db.select().from(imports).where(eq(imports.id, importId)).for("update")
  if (!row?.undo_asked_by || row.undone_at) return false
  const acting = asOffice(tx, row.undo_asked_by)
  const part = PARTS.find(({ of }) => row.made[of]?.length)
  const left = { ...row.made }
  const undo_kept = { ...row.undo_kept }
  let undo_done = row.undo_done
  if (part) {
    const ids = left[part.of]?.slice(0, part.most) ?? []
    const kept = await undoPart(acting, part, ids, row)
    left[part.of] = left[part.of]?.slice(ids.length) ?? []
    if (kept.length > 0) undo_kept[part.of] = [...(undo_kept[part.of] ?? []), ...kept]
    undo_done = Math.min(undo_done + ids.length, row.undo_total)
  }
  const isOver = !PARTS.some(({ of }) => left[of]?.length)
  await acting.db
    .update(imports)
    .set(
      isOver
        ? { made: {}, undo_kept, undo_done: row.undo_total, undone_at: tx.clock.now() }
        : { made: left, undo_kept, undo_done },
    )
    .where(eq(imports.id, importId))
  if (isOver) {
    const kept = Object.values(undo_kept).reduce((sum, ids) => sum + ids.length, 0)
    await recordAct(acting, "import.undo", importId, { kind: row.kind, kept })
  }
  await emit(acting, "import.changed", importId)
  return !isOver
}

/** The undo is done in the name of the admin who requested it. */
function asOffice(ctx: Ctx, user_id: string): SignedInCtx {
  const nameless = { email: "", first_name: "", last_name: "", email_verified: false }
  return { ...ctx, viewer: { ...nameless, user_id, role: "admin" } }
}
