import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { FileExists, StorageFull } from "#platform/storage/port.ts"

/** Stores what somebody sent; sent again it is the same. Throws STORAGE_FULL. */
export async function keepUpload(
  ctx: SignedInCtx,
  key: string,
  file: File,
  contentType: string,
): Promise<void> {
  try {
    await ctx.files.put(key, new Uint8Array(await file.arrayBuffer()), contentType)
  } catch (error) {
    // The same file was sent twice at once, or an earlier attempt stored it without writing the row.
    if (error instanceof FileExists) return
    if (!(error instanceof StorageFull)) throw error
    ctx.log.error({ err: error }, "a file that was sent found no space")
    refuse("STORAGE_FULL")
  }
}
