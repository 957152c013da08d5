import { createHash } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { roomFiles } from "../board-tables.ts"
import { lockWhiteboard, readRevision } from "../whiteboard/whiteboard.ts"
import { nextRevision } from "./board-revision.ts"
import { keyOfFile } from "./file-key.ts"

/** Makes a file's bytes; null if there is nothing to keep. */
type Make = () => Promise<Uint8Array | null>

type ClassFile = {
  /** What it is of: the same text is the same file. */
  of: string
  name: string
  contentType: string
  /** The slides that it is made of, if any. */
  deckId?: string
  make: Make
}

/** Returns the id of the file that the product keeps of something. */
export function classFileId(of: string): string {
  const hex = createHash("sha256").update(of).digest("hex")
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join("-")
}

const isOne = (id: string) => eq(roomFiles.id, id)
const isStale = (id: string) => and(isOne(id), eq(roomFiles.stale, true))

/** Keeps a file that the product makes among those of a class, once. Throws StorageFull and what `make` throws. */
export async function keepClassFile(
  ctx: Ctx,
  held: { id: string; instructor_id: string },
  { of, name, contentType, deckId = "", make }: ClassFile,
): Promise<void> {
  const id = classFileId(of)
  if ((await ctx.db.$count(roomFiles, isOne(id))) > 0) return
  await makeUnchanged(ctx, held.id, make, async (tx, bytes) => {
    if (!bytes) return
    const { revision } = await nextRevision(tx, held.id)
    if ((await tx.db.$count(roomFiles, isOne(id))) > 0) return
    await storeAnew(tx, id, bytes, contentType)
    await tx.db.insert(roomFiles).values({
      ...{ id, class_id: held.id, shared_by: held.instructor_id, revision, name },
      ...{ content_type: contentType, size_bytes: bytes.length, deck_id: deckId || null },
      created_at: tx.clock.now(),
    })
  })
}

/** Removes the bytes of a stale file: they hold what nobody may see any more. */
export function removeStale(ctx: Ctx, id: string): Promise<void> {
  // While the row is locked, nobody else stores the new ones.
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select({ id: roomFiles.id }).from(roomFiles).where(isStale(id)).for("update")
    if (row) await tx.files.remove(keyOfFile(id))
  })
}

/**
 * Makes a stale file anew, or deletes it if there is nothing to keep. A file in the bin stays there. Several may try at
 * once. Throws StorageFull and what `make` throws; the caller tries again.
 */
export async function remakeClassFile(ctx: Ctx, classId: string, id: string, make: Make): Promise<void> {
  await makeUnchanged(ctx, classId, make, async (tx, bytes) => {
    const [row] = await tx.db.select().from(roomFiles).where(isStale(id)).for("update")
    if (!row) return
    const { revision } = await nextRevision(tx, classId)
    if (bytes) {
      await storeAnew(tx, id, bytes, row.content_type)
      await tx.db.update(roomFiles).set({ size_bytes: bytes.length, revision, stale: false }).where(isOne(id))
    } else {
      await tx.files.remove(keyOfFile(id))
      await tx.db.delete(roomFiles).where(isOne(id))
    }
  })
}

/**
 * Runs `write` with what was made of a class's whiteboard, in a transaction that locks it. If something was erased while
 * it was made, it is made again.
 */
async function makeUnchanged<T>(
  ctx: Ctx,
  classId: string,
  make: () => Promise<T>,
  write: (tx: Ctx, made: T) => Promise<void>,
): Promise<void> {
  for (let isWritten = false; !isWritten; ) {
    const revision = await readRevision(ctx, classId)
    const made = await make()
    isWritten = await inTransaction(ctx, async (tx) => {
      if ((await lockWhiteboard(tx, classId)) !== revision) return false
      await write(tx, made)
      return true
    })
  }
}

/** Stores bytes in place of those that an earlier attempt left. */
async function storeAnew({ files }: Ctx, id: string, bytes: Uint8Array, contentType: string): Promise<void> {
  await files.remove(keyOfFile(id))
  await files.put(keyOfFile(id), bytes, contentType)
}
