import { and, desc, eq, isNull } from "drizzle-orm"
import type { Material } from "#contract/programs/program-management.ts"
import { todayOf } from "#features/accounts/server/age.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { FileExists, StorageFull } from "#platform/storage/port.ts"
import { type FileKind, kindOfFile, LARGEST_FILE_BYTES, safeFileName } from "#shared/files.ts"
import { covers, enrollments, programMaterials, programs } from "./table.ts"

const MOST_MATERIALS = 100
const LINK_SECONDS = 60

export const keyOf = (materialId: string) => `material/${materialId}`

/** Passes for students who are enrolled today, and the office. Throws NOT_FOUND for anyone else. */
async function requireReader(ctx: SignedInCtx, courseId: string): Promise<void> {
  const { db, viewer } = ctx
  const rows =
    viewer.role === "admin"
      ? await db.select({ id: programs.id }).from(programs).where(eq(programs.id, courseId))
      : await db
          .select({ id: enrollments.id })
          .from(enrollments)
          .where(
            and(
              eq(enrollments.course_id, courseId),
              eq(enrollments.student_id, viewer.user_id),
              covers(todayOf(ctx)),
            ),
          )
  if (rows.length === 0) notFound()
}

export const shown = {
  id: programMaterials.id,
  course_id: programMaterials.course_id,
  title: programMaterials.title,
  name: programMaterials.name,
  content_type: programMaterials.content_type,
  size_bytes: programMaterials.size_bytes,
  created_at: programMaterials.created_at,
}

/**
 * Lists the material of a program, newest first, for its students and the office. Two queries. Throws
 * NOT_FOUND.
 */
export async function listMaterials(ctx: SignedInCtx, courseId: string): Promise<Material[]> {
  await requireReader(ctx, courseId)
  return ctx.db
    .select(shown)
    .from(programMaterials)
    .where(and(eq(programMaterials.course_id, courseId), isNull(programMaterials.deleted_at)))
    .orderBy(desc(programMaterials.created_at), desc(programMaterials.id))
    .limit(MOST_MATERIALS)
}

/**
 * Stores a file for the students of a program. The same id again returns the same file. Throws NOT_FOUND,
 * STORAGE_FULL, and FIELD_ERRORS for a file that is too large, empty or of a kind that can't be shared.
 */
export async function addMaterial(
  ctx: SignedInCtx,
  { course_id, id, title, file }: { course_id: string; id: string; title: string; file: File },
): Promise<Material> {
  await requireReader(ctx, course_id)
  const known = await findMaterial(ctx, course_id, id)
  if (known) return known
  const kind = await checkFile(ctx, course_id, file)
  await store(ctx, id, file, kind)
  const name = safeFileName(file.name, kind)
  return inTransaction(ctx, async (tx) => {
    const [written] = await tx.db
      .insert(programMaterials)
      .values({
        ...{ id, course_id, name, uploaded_by: tx.viewer.user_id },
        title: title || name.replace(/\.[^.]+$/, ""),
        content_type: kind.contentType,
        size_bytes: file.size,
        created_at: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning(shown)
    if (written) await recordAct(tx, "program.material", course_id, { material_id: id })
    return written ?? (await findMaterial(tx, course_id, id)) ?? notFound()
  })
}

async function findMaterial(ctx: SignedInCtx, courseId: string, id: string): Promise<Material | null> {
  const [row] = await ctx.db
    .select(shown)
    .from(programMaterials)
    .where(
      and(
        eq(programMaterials.id, id),
        eq(programMaterials.course_id, courseId),
        isNull(programMaterials.deleted_at),
      ),
    )
  return row ?? null
}

async function checkFile(ctx: SignedInCtx, courseId: string, file: File): Promise<FileKind> {
  if (file.size > LARGEST_FILE_BYTES) refuseFields({ file: "FILE_TOO_LARGE" })
  if (file.size === 0) refuseFields({ file: "FILE_EMPTY" })
  const kind = kindOfFile(file.name, new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!kind) refuseFields({ file: "FILE_KIND" })
  const kept = await ctx.db.$count(
    programMaterials,
    and(eq(programMaterials.course_id, courseId), isNull(programMaterials.deleted_at)),
  )
  if (kept >= MOST_MATERIALS) refuseFields({ file: "MATERIALS_TOO_MANY" })
  return kind
}

async function store(ctx: SignedInCtx, id: string, file: File, kind: FileKind): Promise<void> {
  try {
    await ctx.files.put(keyOf(id), new Uint8Array(await file.arrayBuffer()), kind.contentType)
  } catch (error) {
    // The same file was sent twice at once, or stored by an attempt that did not write the row.
    if (error instanceof FileExists) return
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "material found no room")
    refuse("STORAGE_FULL")
  }
}

/** Returns a link to material for people who may read it, valid for a minute. Throws NOT_FOUND. */
export async function linkMaterial(
  ctx: SignedInCtx,
  { course_id, material_id }: { course_id: string; material_id: string },
): Promise<{ url: string }> {
  await requireReader(ctx, course_id)
  const file = (await findMaterial(ctx, course_id, material_id)) ?? notFound()
  const link = { seconds: LINK_SECONDS, contentType: file.content_type, downloadAs: file.name }
  return { url: await ctx.links.make(keyOf(file.id), link) }
}

/** Moves material to the bin for 30 days. Repeating it changes nothing. Throws NOT_FOUND. */
export async function removeMaterial(
  ctx: SignedInCtx,
  { course_id, material_id }: { course_id: string; material_id: string },
): Promise<void> {
  await requireReader(ctx, course_id)
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .update(programMaterials)
      .set({ deleted_at: tx.clock.now() })
      .where(
        and(
          eq(programMaterials.id, material_id),
          eq(programMaterials.course_id, course_id),
          isNull(programMaterials.deleted_at),
        ),
      )
      .returning({ id: programMaterials.id })
    if (row) await recordAct(tx, "program.material-removed", course_id, { material_id })
  })
}
