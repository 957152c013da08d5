import { createHash } from "node:crypto"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { FileExists } from "#platform/storage/port.ts"
import { roomFiles } from "../board-tables.ts"
import { nextRevision } from "./board-revision.ts"
import { keyOfFile } from "./file-key.ts"

type ClassFile = {
  /** What it is of: the same text is the same file. */
  of: string
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Returns the id of the file that the product keeps of something. */
export function classFileId(of: string): string {
  const hex = createHash("sha256").update(of).digest("hex")
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join("-")
}

/** Keeps a file that the product made among those of a class, once. Throws StorageFull. */
export async function keepClassFile(
  ctx: Ctx,
  held: { id: string; instructor_id: string },
  { of, name, contentType, bytes }: ClassFile,
): Promise<void> {
  const id = classFileId(of)
  try {
    await ctx.files.put(keyOfFile(id), bytes, contentType)
  } catch (error) {
    // An earlier attempt stored it without writing the row.
    if (!(error instanceof FileExists)) throw error
  }
  await inTransaction(ctx, async (tx) => {
    const { revision } = await nextRevision(tx, held.id)
    await tx.db
      .insert(roomFiles)
      .values({
        ...{ id, class_id: held.id, shared_by: held.instructor_id, revision, name },
        content_type: contentType,
        size_bytes: bytes.length,
        created_at: tx.clock.now(),
      })
      .onConflictDoNothing()
  })
}
