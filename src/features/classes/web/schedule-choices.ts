import { newId } from "#shared/ids.ts"
import type { PageRequest } from "#ui/api.ts"
import type { ClassChoices } from "./class-form.tsx"

/** So many programs are offered to choose from: the ones that the academy recommends first. */
const MOST_PROGRAMS = 60

/** What somebody who schedules chooses from, for a loader; and the key of the class that the form may make. */
export async function loadScheduleChoices({
  api,
  viewer,
}: PageRequest): Promise<{ choices: ClassChoices; requestKey: string }> {
  const [programs, instructors] = await Promise.all([
    api.programs.list({ limit: MOST_PROGRAMS }),
    viewer?.role === "admin" ? api.classes.listInstructors() : undefined,
  ])
  return {
    choices: {
      programs: programs.items.map(({ id, title }) => ({ value: id, label: title })),
      instructors,
    },
    requestKey: newId(),
  }
}
