import { browserApi } from "#ui/client.ts"
import { ClassRecorder } from "./class-recorder.ts"

const recorders = new Map<string, ClassRecorder>()

/** The recorder of a class: one for as long as the page stands. */
export function recorderOf(classId: string): ClassRecorder {
  const known = recorders.get(classId) ?? new ClassRecorder(() => browserApi().recordings, classId)
  recorders.set(classId, known)
  return known
}
