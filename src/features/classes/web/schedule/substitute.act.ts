import { z } from "zod"
import { serveButton, serveForm } from "#ui/api.ts"
import { actTexts } from "../texts/act.texts.ts"

type Args = Parameters<typeof serveButton>[0]

const Substitute = z.object({ instructor_id: z.uuid("Choose an instructor") })

/** Serves the substitute's card: names a substitute, or gives the class back to its own instructor. */
export function serveSubstitute(args: Args, class_id: string, intent: "substitute" | "take-back") {
  if (intent === "take-back") {
    return serveButton(args, async ({ api, language }) => {
      const text = actTexts[language]
      const { instructor_name } = await api.classes.takeBack({ class_id })
      return {
        tone: "success",
        title: text.takenBack,
        description: text.teachesAgain(instructor_name),
      }
    })
  }
  return serveForm(args, Substitute, async ({ instructor_id }, { api, language }) => {
    const text = actTexts[language]
    const { instructor_name } = await api.classes.substitute({ class_id, instructor_id })
    return {
      tone: "success",
      title: text.substituted,
      description: text.teachesNow(instructor_name),
    }
  })
}
