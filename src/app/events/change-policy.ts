import type { ClassFacts } from "#features/classes/server/class-facts.ts"
import type { Viewer } from "#platform/context.ts"
import { AUDIENCE, type EventName } from "#shared/changes.ts"

/**
 * What decides about a change: for a class its facts, null if it no longer exists; for a program its teacher,
 * besides the office.
 */
type Changed = { name: EventName; id: string; facts: ClassFacts | null; teacher_id?: string | null }

function isStaff(viewer: Viewer, facts: ClassFacts | null): boolean {
  if (viewer?.locked) return false
  if (viewer?.role === "admin") return true
  if (viewer?.role !== "instructor" || !facts) return false
  return facts.instructor_id === viewer.user_id || facts.substitutes_for === viewer.user_id
}

function hasPlace(viewer: Viewer, facts: ClassFacts | null): boolean {
  return (
    isStaff(viewer, facts) ||
    (viewer !== null && !viewer.locked && (facts?.people.includes(viewer.user_id) ?? false))
  )
}

function looksAfter(viewer: Viewer, teacherId: string | null): boolean {
  if (!viewer || viewer.locked) return false
  return viewer.role === "admin" || (viewer.role === "instructor" && viewer.user_id === teacherId)
}

/** Whether a viewer may receive a change, by the table of audiences. */
export function mayHear(viewer: Viewer, { name, id, facts, teacher_id = null }: Changed): boolean {
  switch (AUDIENCE[name]) {
    case "anyone":
      if (!name.startsWith("class.")) return true
      return facts && !facts.unlisted ? true : hasPlace(viewer, facts)
    case "signed-in":
      return viewer !== null
    case "place":
      return hasPlace(viewer, facts)
    case "staff":
      return isStaff(viewer, facts)
    case "program-staff":
      return looksAfter(viewer, teacher_id)
    case "office":
      return (viewer?.role === "admin" || viewer?.role === "office") && !viewer.locked
    case "self":
      return viewer?.user_id === id
    default:
      return false
  }
}
