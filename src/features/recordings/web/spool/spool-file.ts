/** What is known of a recording stored on this device. */
export type SpoolNote = {
  id: string
  /** The account that recorded it, because several may use one browser. */
  owner: string
  title: string
  mimeType: string
  startedAt: string
  isDemo: boolean
}

/** A recording on this device, written at its end and read anywhere. */
export type SpoolFile = {
  readonly size: number
  /** Whether it survives closing the page. */
  readonly lasts: boolean
  /** The newest part is in memory, because this device has no space. */
  readonly inMemory: boolean
  append(bytes: Uint8Array<ArrayBuffer>): void
  read(from: number, length: number): Blob
  /** Everything before `before` is saved elsewhere and can be dropped from memory. */
  release(before: number): void
  close(): void
}

/** The parts of a handle that only workers have. */
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

/** Creates a recording's file, in memory if the browser can't store files. */
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
    // There is no folder, or no space in it.
    return inMemory()
  }
}

/** Opens what an earlier visit left. Throws if another tab has it open, which is still recording. */
export async function openSpoolFile(id: string): Promise<SpoolFile> {
  return onDisk(await openHandle(await openFolder(), `${id}.part`, false))
}

/**
 * A file on this device. Once the device has no space, what follows is kept in memory until the server has
 * it: a file with a hole in it would be useless.
 */
export function onDisk(handle: SyncHandle): SpoolFile {
  let onDevice = handle.getSize()
  let rest: SpoolFile | null = null
  const write = (bytes: Uint8Array<ArrayBuffer>): number => {
    try {
      const written = handle.write(bytes, { at: onDevice })
      // A crash of the browser loses what was not flushed.
      handle.flush()
      // Instead of throwing, Chromium returns an error number, which reads as some four billion bytes.
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

/** Returns the notes of every recording on this device, of any account. */
export async function readSpoolNotes(): Promise<SpoolNote[]> {
  const notes: SpoolNote[] = []
  try {
    const folder = await openFolder()
    for await (const name of folder.keys()) {
      if (!name.endsWith(".json")) continue
      const file = await (await folder.getFileHandle(name)).getFile()
      // A note cut off by a crash belongs to a recording that never began.
      try {
        notes.push(JSON.parse(await file.text()) as SpoolNote)
      } catch {}
    }
  } catch {
    // A browser without such a folder has no recordings.
  }
  return notes
}

export async function removeSpoolFile(id: string): Promise<void> {
  try {
    const folder = await openFolder()
    await folder.removeEntry(`${id}.part`)
    await folder.removeEntry(`${id}.json`)
  } catch {
    // It was in memory, or is already gone.
  }
}
