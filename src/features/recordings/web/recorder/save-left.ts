import { browserApi } from "#ui/client.ts"
import { type SavedOutcome, SavedUpload } from "../spool/saved-upload.ts"
import { type LeftRecording, openSpool } from "../spool/spool.ts"

/** Returns the recordings that earlier visits of this account left on this device. */
export function findLeft(owner: string): Promise<LeftRecording[]> {
  return openSpool().left(owner)
}

type Told = { sent: number; trouble: number | null }

/** Uploads the rest of a recording and has the server finish it. Returns what `SavedUpload.finish` does. */
export async function saveLeft(left: LeftRecording, onTold: (told: Told) => void): Promise<SavedOutcome> {
  const spool = openSpool()
  const upload = new SavedUpload(left.id, spool, () => browserApi().recordings)
  upload.follow(({ sent, trouble }) => onTold({ sent, trouble }))
  await spool.resume(left.id)
  return upload.finish(null)
}

export function forgetLeft(id: string): Promise<void> {
  return openSpool().forget(id)
}
