import { createReadStream, createWriteStream } from "node:fs"
import { link, mkdir, open, opendir, rm, stat } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { pipeline } from "node:stream/promises"
import { newId } from "#shared/ids.ts"
import { checkKey, FileExists, FileMissing, type FileStore, StorageFull, StoreAway } from "./port.ts"

/** Files in a folder of this machine. */
export function diskStore(folder: string): FileStore {
  const kept = join(folder, "kept")
  const coming = join(folder, "coming")
  const pathOf = (key: string) => join(kept, checkKey(key))

  return {
    name: "disk",
    async put(key, source) {
      const path = pathOf(key)
      const part = join(coming, newId())
      try {
        await mkdir(coming, { recursive: true })
        await mkdir(dirname(path), { recursive: true })
        await pipeline(source instanceof Uint8Array ? [source] : source, createWriteStream(part))
        await flush(part)
        // A link fails where the name is taken: the file appears whole, and only once.
        await link(part, path)
        await flush(dirname(path))
      } catch (error) {
        throw explain(error, key)
      } finally {
        // Where it can't be removed either, the failure above says why.
        await rm(part, { force: true }).catch(() => {})
      }
    },
    size(key) {
      return stat(pathOf(key)).then(
        (found) => found.size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ENOENT") return null
          throw error
        },
      )
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch((error) => {
        throw explain(error, key)
      })
      return createReadStream("", { fd: file, ...range })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async *list(prefix) {
      for await (const path of walk(kept)) {
        const key = relative(kept, path)
        if (key.startsWith(prefix)) yield key
      }
    },
    directLink: async () => null,
    origins: () => [],
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else yield path
  }
}

/** Whether the disk, or this account's quota on it, is full. */
export function isNoSpace(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "")
}

/** Whether the disk can only be read, as one that the system has taken from writing after an error. */
export function isReadOnly(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EROFS"
}

function explain(error: unknown, key: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === "EEXIST") return new FileExists(`there is already a file ${key}`)
  if (code === "ENOENT") return new FileMissing(`there is no file ${key}`)
  if (isNoSpace(error)) return new StorageFull("the disk is full", { cause: error })
  if (isReadOnly(error)) return new StoreAway("the disk can only be read", { cause: error })
  return error
}
