import { and, desc, eq, gt, isNotNull, lte, sql } from "drizzle-orm"
import type { Material } from "#contract/programs/program-management.ts"
import { recordAct } from "#platform/audit.ts"
import { binStart } from "#platform/bin.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { keyOf, shown } from "./materials.ts"
import { programMaterials } from "./table.ts"

const MOST_SHOWN = 20
const PURGED_AT_ONCE = 100

/** Lists the material in a program's bin, the last removed first. One query. */
export async function listRemoved(
  ctx: SignedInCtx,
  courseId: string,
): Promise<(Material & { deleted_at: Date })[]> {
  const rows = await ctx.db
    .select({
      ...shown,
      deleted_at: sql<Date>`${programMaterials.deleted_at}`.mapWith(programMaterials.deleted_at),
    })
    .from(programMaterials)
    .where(and(eq(programMaterials.course_id, courseId), gt(programMaterials.deleted_at, binStart(ctx))))
    .orderBy(desc(programMaterials.deleted_at), desc(programMaterials.id))
    .limit(MOST_SHOWN)
  return rows
}

/** Restores material. Repeating it changes nothing. Throws NOT_FOUND, also if its file no longer exists. */
export async function restoreMaterial(
  ctx: SignedInCtx,
  { course_id, material_id }: { course_id: string; material_id: string },
): Promise<Material> {
  if ((await ctx.files.size(keyOf(material_id))) === null) notFound()
  const mine = and(eq(programMaterials.id, material_id), eq(programMaterials.course_id, course_id))
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(programMaterials)
      .set({ deleted_at: null })
      .where(and(mine, gt(programMaterials.deleted_at, binStart(tx))))
      .returning(shown)
    if (row) {
      await recordAct(tx, "program.material-restored", course_id, { material_id })
      return row
    }
    const [known] = await tx.db.select(shown).from(programMaterials).where(mine)
    return known ?? notFound()
  })
}

/**
 * Deletes what has been in the bin for 30 days, files first, so that a failed deletion is tried again the
 * next day.
 */
export async function purgeMaterials(ctx: Ctx): Promise<void> {
  const old = and(isNotNull(programMaterials.deleted_at), lte(programMaterials.deleted_at, binStart(ctx)))
  for (;;) {
    const rows = await ctx.db
      .select({ id: programMaterials.id })
      .from(programMaterials)
      .where(old)
      .limit(PURGED_AT_ONCE)
    for (const { id } of rows) {
      await ctx.files.remove(keyOf(id))
      await ctx.db.delete(programMaterials).where(and(eq(programMaterials.id, id), old))
    }
    if (rows.length < PURGED_AT_ONCE) return
  }
}
