import { z } from "zod"
import { serveForm } from "#ui/api.ts"
import { hallListTexts } from "./hall-list.texts.ts"

const Child = z.object({ child_id: z.uuid(), student_id: z.string().max(40).default("") })

/** What the forms of `HallListCard` post. */
export const HALL_INTENTS: readonly string[] = ["release", "child-is", "dismiss-child"]

/** Serves the forms of `HallListCard` for a class. */
export function serveHall(args: Parameters<typeof serveForm>[0], class_id: string, intent: string) {
  if (intent === "release")
    return serveForm(args, z.object({}), async (_, { api, language }) => {
      await api.attendance.releaseList({ class_id })
      return { tone: "success", title: hallListTexts[language].releasedDone }
    })
  return serveForm(args, Child, async ({ child_id, student_id }, { api, language }) => {
    const text = hallListTexts[language]
    if (intent === "dismiss-child") {
      await api.attendance.decideChild({ child_id, student_id: null })
      return { tone: "success", title: text.dismissed }
    }
    if (!z.uuid().safeParse(student_id).success) return { tone: "error", title: text.chooseFirst }
    await api.attendance.decideChild({ child_id, student_id })
    return { tone: "success", title: text.resolved }
  })
}
