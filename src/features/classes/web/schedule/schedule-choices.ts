import type { ScheduledClass } from "#contract/classes/classes.ts"
import { newId } from "#shared/ids.ts"
import type { PageRequest } from "#ui/api.ts"
import { instructorOptions } from "../../instructor-options.ts"
import { ownerOf } from "../../rules.ts"
import type { ClassChoices } from "./class-form.tsx"

/** The most programs to choose from: the ones that the academy recommends first. */
const MOST_PROGRAMS = 60

/**
 * Loads the choices of the form for scheduling or editing a class, and the key for the class that the form
 * may make.
 */
export async function loadScheduleChoices(
  { api, viewer, meetings }: PageRequest,
  editing: ScheduledClass | null = null,
): Promise<{ choices: ClassChoices; requestKey: string }> {
  const [programs, instructors] = await Promise.all([
    api.programs.list({ limit: MOST_PROGRAMS }),
    viewer?.role === "admin" ? api.classes.listInstructors() : undefined,
  ])
  return {
    choices: {
      records: !meetings,
      programs: programs.items.map(({ id, title }) => ({ value: id, label: title })),
      instructors: instructors && instructorOptions(instructors, editing && presentOwner(editing)),
    },
    requestKey: newId(),
  }
}

function presentOwner(scheduledClass: ScheduledClass) {
  const { instructor_name, substitutes_for_name } = scheduledClass
  return { user_id: ownerOf(scheduledClass), name: substitutes_for_name ?? instructor_name }
}
