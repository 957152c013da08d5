import { createHash } from "node:crypto"
import { and, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { FileExists, StorageFull } from "#platform/storage/port.ts"
import { kindOfFile, LARGEST_PROOF_BYTES } from "#shared/files.ts"
import { DAY } from "#shared/time.ts"
import { medicalProofFiles, medicalProofs } from "../table.ts"

/** What phones take and doctors print; none of them runs in a browser. */
const KINDS = ["application/pdf", "image/jpeg", "image/png", "image/webp"]
/** An upload that was cut off leaves a row without a file. */
const CUT_OFF_MS = DAY
/** Nobody decides any more about what nobody decided in this time. */
const FORGOTTEN_MS = 90 * DAY
const AT_ONCE = 500

export const DROP_PROOFS_QUEUE = "attendance.drop-proofs"

const folderOf = (studentId: string) => `medical/${studentId}/`

/** The key of a stored file. */
export const keyOf = ({ id, student_id }: { id: string; student_id: string }) =>
  `${folderOf(student_id)}${id}`

/** What is known of a file before it is stored. */
export type CheckedFile = { bytes: Uint8Array; sha256: string; content_type: string }

/** Reads a file that a family sends. Throws FIELD_ERRORS if it is too large, empty, or no PDF or picture. */
export async function checkFile(file: File): Promise<CheckedFile> {
  if (file.size > LARGEST_PROOF_BYTES) refuseFields({ file: "PROOF_TOO_LARGE" })
  if (file.size === 0) refuseFields({ file: "FILE_EMPTY" })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = kindOfFile(file.name, bytes.subarray(0, 16))
  if (!kind || !KINDS.includes(kind.contentType)) refuseFields({ file: "PROOF_KIND" })
  return {
    bytes,
    sha256: createHash("sha256").update(bytes).digest("base64url"),
    content_type: kind.contentType,
  }
}

/** Stores the content of a file whose row exists. Throws STORAGE_FULL. */
export async function storeFile(
  ctx: Ctx,
  row: { id: string; student_id: string },
  { bytes, content_type }: CheckedFile,
): Promise<void> {
  try {
    await ctx.files.put(keyOf(row), bytes, content_type)
  } catch (error) {
    // The same file was sent twice at once, or an attempt was cut off after storing it.
    if (error instanceof FileExists) return
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "a medical proof found no room")
    refuse("STORAGE_FULL")
  }
}

/**
 * Deletes files that are no longer needed: some time after the decision, those that nobody decided about for
 * three months, and what is left of uploads that were cut off. Files go first, because a row is needed to find
 * its file.
 */
export async function dropOldProofs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime()
  const decidedBefore = new Date(now - ctx.env.MEDICAL_PROOF_DAYS * DAY)
  for (;;) {
    const rows = await ctx.db
      .select({ id: medicalProofFiles.id, student_id: medicalProofFiles.student_id })
      .from(medicalProofFiles)
      .leftJoin(
        medicalProofs,
        and(
          eq(medicalProofs.class_id, medicalProofFiles.class_id),
          eq(medicalProofs.student_id, medicalProofFiles.student_id),
        ),
      )
      .where(
        or(
          and(isNotNull(medicalProofs.decided_at), lt(medicalProofs.decided_at, decidedBefore)),
          lt(medicalProofFiles.uploaded_at, new Date(now - FORGOTTEN_MS)),
          and(
            isNull(medicalProofFiles.stored_at),
            lt(medicalProofFiles.uploaded_at, new Date(now - CUT_OFF_MS)),
          ),
        ),
      )
      .limit(AT_ONCE)
    for (const row of rows) await ctx.files.remove(keyOf(row))
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await ctx.db.delete(medicalProofFiles).where(inArray(medicalProofFiles.id, ids))
    if (rows.length < AT_ONCE) return
  }
}

/** Deletes every proof of a student, even after the student's own rows are gone. */
export async function dropProofsOf(ctx: Ctx, studentId: string): Promise<void> {
  for await (const key of ctx.files.list(folderOf(studentId))) await ctx.files.remove(key)
  await ctx.db.delete(medicalProofFiles).where(eq(medicalProofFiles.student_id, studentId))
}
