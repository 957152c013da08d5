import { createHmac, timingSafeEqual } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, open, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { FILES_PATH, type FileStore, type LinkedFile, StorageFull } from "./port.ts"

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** A file store in a folder of this machine. `secret` signs links, so that all processes take each other's. */
export function openDiskStore(folder: string, secret: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new RangeError(`not a key of a file: "${key}"`)
    return join(folder, key)
  }
  return {
    async put(key, body) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(path, body)
    },
    async open(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(ignoreMissing)
      if (!found) return null
      // The web stream of Node's own has the same shape as the global one under another type.
      const body = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>
      return { sizeBytes: found.size, body }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    link(file, until) {
      const query = new URLSearchParams({
        name: file.name,
        type: file.contentType,
        until: String(Math.ceil(until.getTime() / SECOND)),
      })
      query.set("signature", sign(secret, file, query.get("until") ?? "").toString("base64url"))
      return `${FILES_PATH}/${file.key}?${query}`
    },
    readLink: (url, now) => readLink(secret, url, now),
  }
}

async function writeWhole(path: string, body: Blob): Promise<void> {
  const draft = `${path}.${newId()}`
  try {
    const file = await open(draft, "wx", 0o600)
    try {
      for await (const chunk of body.stream()) await file.write(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOSPC" || code === "EDQUOT") throw new StorageFull("the disk is full", { cause: error })
    throw error
  }
}

function sign(secret: string, file: LinkedFile, until: string): Buffer {
  const signed = JSON.stringify(["file link", file.key, file.name, file.contentType, until])
  return createHmac("sha256", secret).update(signed).digest()
}

function readLink(secret: string, url: URL, now: Date): LinkedFile | null {
  const key = url.pathname.slice(FILES_PATH.length + 1)
  const until = url.searchParams.get("until") ?? ""
  const file = {
    key,
    name: url.searchParams.get("name") ?? "",
    contentType: url.searchParams.get("type") ?? "",
  }
  const given = Buffer.from(url.searchParams.get("signature") ?? "", "base64url")
  const right = sign(secret, file, until)
  if (!KEY.test(key) || given.length !== right.length || !timingSafeEqual(given, right)) return null
  return now.getTime() <= Number(until) * SECOND ? file : null
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null
  throw error
}
