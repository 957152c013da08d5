import { createSpoolFile, openSpoolFile, readSpoolNotes, removeSpoolFile } from "./spool-file.ts"
import type { FromSpool, ToSpool } from "./spool-messages.ts"
import { SpoolUpload } from "./spool-upload.ts"

/**
 * Stores recordings on this device until the server has them, outside of the page, which could slow it down.
 */
const port = self as unknown as {
  postMessage(message: FromSpool): void
  onmessage: ((event: MessageEvent<ToSpool & { number: number }>) => void) | null
}

const uploads = new Map<string, SpoolUpload>()
let slow = false

port.onmessage = ({ data }) => {
  answer(data).then(
    (value) => port.postMessage({ answer: data.number, value }),
    (error: unknown) => port.postMessage({ answer: data.number, error: String(error) }),
  )
}

self.addEventListener("online", () => {
  for (const upload of uploads.values()) upload.wake()
})

async function answer(asked: ToSpool): Promise<unknown> {
  if (asked.call === "create") return create(asked)
  if (asked.call === "left") return listLeft(asked.owner)
  if (asked.call === "resume") return resume(asked.id)
  if (asked.call === "pace") return setPace(asked.slow)
  const upload = uploads.get(asked.id)
  if (asked.call === "forget") {
    upload?.close()
    uploads.delete(asked.id)
    return removeSpoolFile(asked.id)
  }
  if (!upload) throw new Error(`no recording ${asked.id} is open`)
  if (asked.call === "append") upload.append(new Uint8Array(asked.bytes))
  else if (asked.call === "end") upload.end()
  else upload.again()
  return undefined
}

async function create({ note }: Extract<ToSpool, { call: "create" }>) {
  const file = await createSpoolFile(note)
  uploads.set(note.id, new SpoolUpload(note.id, file, report, () => slow))
  return { lasts: file.lasts }
}

/** Returns what earlier visits of this account left, except what another tab is recording. */
async function listLeft(owner: string) {
  const notes = await readSpoolNotes()
  const left = []
  for (const note of notes) {
    if (note.owner !== owner || uploads.has(note.id)) continue
    try {
      const file = await openSpoolFile(note.id)
      left.push({ ...note, stored: file.size })
      file.close()
    } catch {
      // Another tab has it open.
    }
  }
  return left
}

async function resume(id: string): Promise<void> {
  if (uploads.has(id)) return
  const upload = new SpoolUpload(id, await openSpoolFile(id), report, () => slow)
  uploads.set(id, upload)
  upload.end()
}

async function setPace(next: boolean): Promise<void> {
  slow = next
}

function report(progress: Extract<FromSpool, { progress: unknown }>["progress"]): void {
  port.postMessage({ progress })
}
