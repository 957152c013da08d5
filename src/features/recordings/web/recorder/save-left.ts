import { browserApi } from "#ui/client.ts"
import { type SavedOutcome, SavedUpload } from "../spool/saved-upload.ts"
import { type LeftRecording, openSpool } from "../spool/spool.ts"

type Told = { sent: number; trouble: number | null }
type Saving = { left: LeftRecording; upload: SavedUpload; told: Told; outcome: Promise<SavedOutcome> }

/** What is being saved or was refused, by id: it goes on while another page is shown. */
const savings = new Map<string, Saving>()

/** Returns the recordings that earlier visits of this account left on this device, also those being saved already. */
export async function findLeft(owner: string): Promise<LeftRecording[]> {
  const idle = await openSpool().left(owner)
  const saved = [...savings.values()].map(({ left }) => left).filter((left) => left.owner === owner)
  return [...saved, ...idle.filter(({ id }) => !savings.has(id))]
}

/**
 * Uploads the rest of a recording and has the server finish it, or follows this if it is under way. The outcome is what
 * `SavedUpload.finish` returns.
 */
export function saveLeft(left: LeftRecording, onTold: (told: Told) => void) {
  const known = savings.get(left.id)
  const saving = known ?? begin(left)
  saving.upload.follow(({ sent, trouble }) => onTold({ sent, trouble }))
  onTold(saving.told)
  return { outcome: saving.outcome, isFirst: known === undefined }
}

function begin(left: LeftRecording): Saving {
  const upload = new SavedUpload(left.id, openSpool(), () => browserApi().recordings)
  const saving: Saving = { left, upload, told: { sent: 0, trouble: null }, outcome: save(left.id, upload) }
  savings.set(left.id, saving)
  upload.follow(({ sent, trouble }) => {
    saving.told = { sent, trouble }
  })
  return saving
}

async function save(id: string, upload: SavedUpload): Promise<SavedOutcome> {
  let outcome: SavedOutcome | null = null
  try {
    await openSpool().resume(id)
    outcome = await upload.finish(null)
    return outcome
  } finally {
    // What was refused stays until somebody discards it.
    if (typeof outcome !== "number") savings.delete(id)
  }
}

export function forgetLeft(id: string): Promise<void> {
  savings.delete(id)
  return openSpool().forget(id)
}
