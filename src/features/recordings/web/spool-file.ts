/** What is known of a recording that lies on this device. */
export type SpoolNote = {
  id: string
  /** The account that recorded it: several may use one browser. */
  owner: string
  title: string
  mimeType: string
  startedAt: string
  isDemo: boolean
}

/** A recording on this device, written at its end and read anywhere. */
export type SpoolFile = {
  readonly size: number
  /** Whether it outlives the page. */
  readonly lasts: boolean
  /** The newest part lies in memory, for this device has no room. */
  readonly inMemory: boolean
  append(bytes: Uint8Array<ArrayBuffer>): void
  read(from: number, length: number): Blob
  /** What lies before `before` is safe elsewhere: memory may let go of it. */
  release(before: number): void
  close(): void
}

/** The parts of a handle that workers alone have. */
export type SyncHandle = {
  getSize(): number
  write(bytes: Uint8Array, options: { at: number }): number
  read(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
type SyncFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> }
type Folder = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> }

const FOLDER = "recordings"

async function openFolder(): Promise<Folder> {
  const root = await navigator.storage.getDirectory()
  return (await root.getDirectoryHandle(FOLDER, { create: true })) as Folder
}

async function openHandle(folder: Folder, name: string, create: boolean): Promise<SyncHandle> {
  const file = (await folder.getFileHandle(name, { create })) as SyncFile
  return file.createSyncAccessHandle()
}

/** Begins a recording's file, in memory where the browser keeps none. */
export async function createSpoolFile(note: SpoolNote): Promise<SpoolFile> {
  try {
    const folder = await openFolder()
    const about = await openHandle(folder, `${note.id}.json`, true)
    about.truncate(0)
    about.write(new TextEncoder().encode(JSON.stringify(note)), { at: 0 })
    about.flush()
    about.close()
    return onDisk(await openHandle(folder, `${note.id}.part`, true))
  } catch {
    // There is no folder, or no room in it.
    return inMemory()
  }
}

/** Opens what an earlier visit left. Throws where another tab holds it, which is recording still. */
export async function openSpoolFile(id: string): Promise<SpoolFile> {
  return onDisk(await openHandle(await openFolder(), `${id}.part`, false))
}

/**
 * A file of this device. From where the device has no room any more, what follows is kept in memory until the server
 * has it: a file with a hole in it would be none.
 */
export function onDisk(handle: SyncHandle): SpoolFile {
  let onDevice = handle.getSize()
  let rest: SpoolFile | null = null
  const write = (bytes: Uint8Array<ArrayBuffer>): number => {
    try {
      const written = handle.write(bytes, { at: onDevice })
      // A crash of the browser loses what was not flushed.
      handle.flush()
      // Instead of throwing, Chromium answers with an error's number, which reads as some four billion bytes.
      return written > bytes.length ? 0 : written
    } catch (error) {
      if (!isNoRoom(error)) throw error
      return 0
    }
  }
  return {
    get size() {
      return onDevice + (rest?.size ?? 0)
    },
    lasts: true,
    get inMemory() {
      return rest !== null
    },
    append(bytes) {
      const written = rest ? 0 : write(bytes)
      onDevice += written
      if (written === bytes.length) return
      rest ??= inMemory()
      rest.append(bytes.subarray(written))
    },
    read(from, length) {
      if (rest && from >= onDevice) return rest.read(from - onDevice, length)
      const bytes = new Uint8Array(Math.min(length, onDevice - from))
      return new Blob([bytes.subarray(0, handle.read(bytes, { at: from }))])
    },
    release: (before) => rest?.release(before - onDevice),
    close: () => handle.close(),
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError"
}

function inMemory(): SpoolFile {
  let parts: { at: number; bytes: Uint8Array<ArrayBuffer> }[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    lasts: false,
    inMemory: true,
    append(bytes) {
      parts.push({ at: size, bytes })
      size += bytes.length
    },
    read(from, length) {
      const wanted = parts.filter(({ at, bytes }) => at + bytes.length > from && at < from + length)
      const start = from - (wanted[0]?.at ?? from)
      return new Blob(wanted.map(({ bytes }) => bytes)).slice(start, start + length)
    },
    release(before) {
      parts = parts.filter(({ at, bytes }) => at + bytes.length > before)
    },
    close: () => undefined,
  }
}

/** The notes of every recording on this device, whoever made it. */
export async function readSpoolNotes(): Promise<SpoolNote[]> {
  const notes: SpoolNote[] = []
  try {
    const folder = await openFolder()
    for await (const name of folder.keys()) {
      if (!name.endsWith(".json")) continue
      const file = await (await folder.getFileHandle(name)).getFile()
      // A note that a crash cut off belongs to a recording that never began.
      try {
        notes.push(JSON.parse(await file.text()) as SpoolNote)
      } catch {}
    }
  } catch {
    // Browsers without such a folder left nothing in it.
  }
  return notes
}

export async function removeSpoolFile(id: string): Promise<void> {
  try {
    const folder = await openFolder()
    await folder.removeEntry(`${id}.part`)
    await folder.removeEntry(`${id}.json`)
  } catch {
    // It was in memory, or gone before.
  }
}
