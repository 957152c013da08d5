import type { Room } from "livekit-client"
import { SECOND } from "#shared/time.ts"
import { browserApi } from "#ui/client.ts"
import { notify } from "#ui/notify.ts"
import { hasEnded, type RecordedClass } from "./auto-start.ts"
import { ClassRecorder } from "./class-recorder.ts"
import type { RecordingWish } from "./open-recording.ts"
import { recorderText as text } from "./recorder.texts.ts"

/** Most uploads are complete this soon after the end, because they keep up with the recording. */
const MOSTLY_SAVED_MS = 3 * SECOND

/** The last bytes of a recording are stored within a second or two. */
const SAVED_WITHIN_MS = 10 * SECOND

const recorders = new Map<string, ClassRecorder>()

/** Returns the recorder of a class, the same one for as long as the page is open. */
export function recorderOf(classId: string): ClassRecorder {
  const known = recorders.get(classId) ?? new ClassRecorder(() => browserApi().recordings, classId)
  recorders.set(classId, known)
  return known
}

/**
 * Ends a recording before its class is ended. Resolves once all of it is on this device, or after some seconds: the
 * class ends all the same.
 */
export async function saveRecorder(recorder: ClassRecorder): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, SAVED_WITHIN_MS))
  await Promise.race([recorder.stop(), late])
}

/**
 * Ends the recording of a room that is being left. Where its upload takes longer, it tells on the next page that this
 * one must stay open, until that is done.
 */
export async function leaveRecorder(recorder: ClassRecorder): Promise<void> {
  const isSaving = () => recorder.getView().phase === "saving"
  await recorder.stop()
  await new Promise((later) => setTimeout(later, MOSTLY_SAVED_MS))
  if (!isSaving()) return
  const told = notify.info(text.savingTitle, text.keepOpen, { duration: Number.POSITIVE_INFINITY })
  const leave = recorder.subscribe(() => {
    if (isSaving()) return
    leave()
    notify.dismiss(told)
  })
}

/** Returns what to record: the class in a room, recorded by the person who is signed in. */
export function wishFor(
  { id: classId, title, class_type }: RecordedClass,
  room: Room,
  choice: Pick<RecordingWish, "source" | "quality">,
): RecordingWish {
  const owner = document.documentElement.dataset.viewer ?? ""
  return { room, classId, title, isDemo: class_type === "demo", owner, ...choice }
}

/**
 * Whether one of the person's recordings of the class, but for `earlier`, was ended since then, on any device. False
 * if unknown.
 */
export async function wasEndedSince(class_id: string, since: Date, earlier: string | null): Promise<boolean> {
  const { items } = await browserApi()
    .recordings.mine({ class_id })
    .catch(() => ({ items: [] }))
  return hasEnded(items, since, earlier)
}
