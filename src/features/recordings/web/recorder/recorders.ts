import type { Room } from "livekit-client"
import { browserApi } from "#ui/client.ts"
import { hasEnded, type RecordedClass } from "./auto-start.ts"
import { ClassRecorder } from "./class-recorder.ts"
import type { RecordingWish } from "./open-recording.ts"

const recorders = new Map<string, ClassRecorder>()

/** Returns the recorder of a class, the same one for as long as the page is open. */
export function recorderOf(classId: string): ClassRecorder {
  const known = recorders.get(classId) ?? new ClassRecorder(() => browserApi().recordings, classId)
  recorders.set(classId, known)
  return known
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
