import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { FileStore as TusFiles } from "@tus/file-store"
import { Server, Upload } from "@tus/server"
import { DAY } from "#shared/time.ts"
import { diskStore, isNoSpace, isReadOnly } from "./disk.ts"
import { type FileStore, StorageFull, StoreAway } from "./port.ts"
import { freeBytes, KEEP_FREE } from "./reserve.ts"

const FULL = "The disk is full. What has arrived is kept; the upload goes on once there is room."

const READ_ONLY =
  "The disk can only be read. What has arrived is kept; the upload goes on once it can be written."

/**
 * Files that arrive bit by bit over hours, by the tus protocol, and are read while they grow. They lie on this
 * machine's disk under their upload's id; several processes share the folder.
 */
export type Spool = {
  /**
   * Opens an upload, of a size in bytes where it is known; one that is open already stays as it is. Throws
   * StorageFull.
   */
  begin(id: string, size?: number): Promise<void>
  /** How many bytes have arrived, or null for an unknown upload. */
  received(id: string): Promise<number | null>
  /** The first bytes that arrived, at most `length`. */
  head(id: string, length: number): Promise<Uint8Array>
  path(id: string): string
  /**
   * Runs `work` with a folder beside the uploads, and removes the folder after it. It is as large as they are, which
   * the system's temporary folder need not be: that one may be memory. Throws StorageFull.
   */
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>
  /** Serves a request of the protocol about an upload; the caller has checked the viewer's rights. */
  handle(request: Request, id: string, maxBytes: number): Promise<Response>
  remove(id: string): Promise<void>
  /** The same files as a store to read from. */
  files: FileStore
}

/**
 * Opens the spool in a folder. Requests come under `path`, followed by the upload's id. Below `keepFree`
 * bytes uploads are refused.
 */
export function openSpool(folder: string, path: string, keepFree = KEEP_FREE): Spool {
  const files = diskStore(folder)
  // The store keeps its files in a folder of this name.
  const directory = join(folder, "kept")
  const making = join(folder, "making")
  const asked = new WeakMap<Request, { id: string; maxBytes: number }>()
  let tus: ReturnType<typeof serve> | null = null
  function serve() {
    const datastore = new TusFiles({ directory })
    const server = new Server({
      path,
      datastore,
      getFileIdFromRequest: (request) => asked.get(request)?.id,
      maxSize: (request) => asked.get(request)?.maxBytes ?? 0,
      respectForwardedHeaders: false,
      async onResponseError(_request, error) {
        if ("status_code" in error && error.status_code < 500) return undefined
        if ((await freeBytes(folder)) <= keepFree) return { status_code: 507, body: FULL }
        return (await canOnlyBeRead(folder)) ? { status_code: 503, body: READ_ONLY } : undefined
      },
    })
    return { datastore, server }
  }
  /** The folder comes first: the package makes it in a constructor, and a failure there ends the process. */
  async function openUploads() {
    await mkdir(directory, { recursive: true })
    tus ??= serve()
    return tus
  }
  const filePath = (id: string) => join(directory, id)
  async function removeUpload(id: string): Promise<void> {
    await rm(filePath(id), { force: true })
    await rm(`${filePath(id)}.json`, { force: true })
  }
  return {
    async begin(id, size) {
      if ((await files.size(id)) !== null) return
      try {
        const { datastore } = await openUploads()
        await datastore.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }))
      } catch (error) {
        if (isReadOnly(error)) throw new StoreAway("the disk can only be read", { cause: error })
        // Half of an upload would look like one that is open.
        await removeUpload(id)
        if (!isNoSpace(error)) throw error
        throw new StorageFull(FULL, { cause: error })
      }
    },
    received: (id) => files.size(id),
    async head(id, length) {
      const handle = await open(filePath(id))
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    path: filePath,
    async withFolder(work) {
      await mkdir(making, { recursive: true })
      await removeAbandoned(making)
      const mine = await mkdtemp(join(making, "work-"))
      try {
        return await work(mine)
      } catch (error) {
        throw isNoSpace(error) ? new StorageFull(FULL, { cause: error }) : error
      } finally {
        await rm(mine, { recursive: true, force: true })
      }
    },
    async handle(request, id, maxBytes) {
      if (request.method === "PATCH" && (await freeBytes(folder)) <= keepFree)
        return new Response(FULL, { status: 507 })
      asked.set(request, { id, maxBytes })
      const { server } = await openUploads()
      return server.handleWeb(request)
    },
    remove: removeUpload,
    files,
  }
}

/** Removes the folders of processes that were killed at work; none works on one for this long. */
async function removeAbandoned(making: string): Promise<void> {
  for (const name of await readdir(making)) {
    const path = join(making, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > DAY) await rm(path, { recursive: true, force: true })
  }
}

/** Tests it by writing: a disk that the system made read-only may still be mounted as writable. */
async function canOnlyBeRead(folder: string): Promise<boolean> {
  try {
    await rm(await mkdtemp(join(folder, "try-")), { recursive: true })
    return false
  } catch (error) {
    return isReadOnly(error)
  }
}
