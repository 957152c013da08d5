import { and, count, eq, gt, isNull, or, sql } from "drizzle-orm"
import type { RoomFile } from "#contract/rooms/room-board.ts"
import { recordAct } from "#platform/audit.ts"
import { binStart } from "#platform/bin.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { type FileKind, kindOfFile, LARGEST_FILE_BYTES, safeFileName } from "#shared/files.ts"
import { roomFiles } from "../board-tables.ts"
import { readName, requireMember, requireStaff, requireStaffOfLive } from "../members.ts"
import { toFile } from "./board.ts"
import { changeBoard } from "./board-revision.ts"
import { tellRoom } from "./broadcast.ts"
import { keyOfFile } from "./file-key.ts"
import { keepUpload } from "./keep-upload.ts"

const MOST_FILES = 50
const LINK_SECONDS = 60

/**
 * Shares a file with the class. Repeating an id returns the same file. Throws NOT_FOUND, CLASS_NOT_LIVE,
 * STORAGE_FULL, and FIELD_ERRORS for a file that is too large, empty or of a kind that can't be shared.
 */
export async function shareFile(
  ctx: SignedInCtx,
  { class_id, id, file }: { class_id: string; id: string; file: File },
): Promise<RoomFile> {
  await requireStaffOfLive(ctx, class_id)
  const { user_id, first_name, last_name } = ctx.viewer
  const sharedBy = `${first_name} ${last_name}`.trim()
  const [known] = await ctx.db.select().from(roomFiles).where(eq(roomFiles.id, id))
  if (known) return known.class_id === class_id ? toFile(known, sharedBy) : notFound()
  const kind = await checkFile(ctx, class_id, file)
  await keepUpload(ctx, keyOfFile(id), file, kind.contentType)
  const shared = await changeBoard(ctx, class_id, async (tx, revision) => {
    const row = {
      ...{ id, class_id, revision, shared_by: user_id },
      name: safeFileName(file.name, kind),
      content_type: kind.contentType,
      size_bytes: file.size,
      created_at: tx.clock.now(),
    }
    const [written] = await tx.db.insert(roomFiles).values(row).onConflictDoNothing().returning()
    if (written) return toFile(written, sharedBy)
    const [twin] = await tx.db.select().from(roomFiles).where(eq(roomFiles.id, id))
    return twin?.class_id === class_id ? toFile(twin, sharedBy) : notFound()
  })
  await tellRoom(ctx, class_id, { revision: shared.revision, file: shared })
  return shared
}

async function checkFile(ctx: SignedInCtx, classId: string, file: File): Promise<FileKind> {
  if (file.size > LARGEST_FILE_BYTES) refuseFields({ file: "FILE_TOO_LARGE" })
  if (file.size === 0) refuseFields({ file: "FILE_EMPTY" })
  const kind = kindOfFile(file.name, new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!kind) refuseFields({ file: "FILE_KIND" })
  const [row] = await ctx.db
    .select({ shared: count() })
    .from(roomFiles)
    .where(and(eq(roomFiles.class_id, classId), isNull(roomFiles.deleted_at)))
  if ((row?.shared ?? 0) >= MOST_FILES) refuseFields({ file: "FILES_TOO_MANY" })
  return kind
}

/**
 * Returns a link to a shared file for a member of the class, valid for a minute. Throws NOT_FOUND, also for one that is
 * being made anew without what was erased.
 */
export async function linkFile(
  ctx: SignedInCtx,
  { class_id, file_id }: { class_id: string; file_id: string },
) {
  await requireMember(ctx, class_id)
  const [file] = await ctx.db
    .select()
    .from(roomFiles)
    .where(
      and(
        eq(roomFiles.id, file_id),
        eq(roomFiles.class_id, class_id),
        isNull(roomFiles.deleted_at),
        eq(roomFiles.stale, false),
      ),
    )
  if (!file) notFound()
  const link = { seconds: LINK_SECONDS, contentType: file.content_type, downloadAs: file.name }
  return { url: await ctx.links.make(keyOfFile(file.id), link) }
}

/**
 * Removes a shared file. Existing links expire within a minute, and staff can share it again for 30 days.
 * Repeating it changes nothing. Throws NOT_FOUND.
 */
export async function deleteFile(
  ctx: SignedInCtx,
  { class_id, file_id }: { class_id: string; file_id: string },
) {
  await requireStaff(ctx, class_id)
  const file = await changeBoard(ctx, class_id, async (tx, revision) => {
    const [row] = await tx.db
      .update(roomFiles)
      .set({ deleted_at: sql`coalesce(${roomFiles.deleted_at}, ${tx.clock.now().toISOString()})`, revision })
      .where(and(eq(roomFiles.id, file_id), eq(roomFiles.class_id, class_id)))
      .returning()
    if (!row) notFound()
    await recordAct(tx, "room.delete-file", class_id, { file_id })
    return toFile(row, await readName(tx, row.shared_by))
  })
  await tellRoom(ctx, class_id, { revision: file.revision, file })
  return { revision: file.revision }
}

/** Shares a removed file again. Repeating it changes nothing. Throws NOT_FOUND, also after 30 days. */
export async function restoreFile(
  ctx: SignedInCtx,
  { class_id, file_id }: { class_id: string; file_id: string },
) {
  await requireStaff(ctx, class_id)
  const { id, deleted_at } = roomFiles
  const file = await changeBoard(ctx, class_id, async (tx, revision) => {
    const [row] = await tx.db
      .update(roomFiles)
      .set({ deleted_at: null, revision })
      .where(
        and(
          eq(id, file_id),
          eq(roomFiles.class_id, class_id),
          or(isNull(deleted_at), gt(deleted_at, binStart(tx))),
        ),
      )
      .returning()
    if (!row) notFound()
    await recordAct(tx, "room.restore-file", class_id, { file_id })
    return toFile(row, await readName(tx, row.shared_by))
  })
  await tellRoom(ctx, class_id, { revision: file.revision, file })
  return { revision: file.revision }
}
