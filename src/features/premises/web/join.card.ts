import { ORPCError } from "@orpc/client"
import type { PageRequest, Toast } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { premisesTexts } from "./premises.texts.ts"

/** Takes the viewer's seats in the batch of this link, and returns what to say about it. */
export async function joinByCode({ api, language }: PageRequest, code: string): Promise<Toast> {
  const { join: text } = premisesTexts[language]
  try {
    const { classes } = await api.premises.join({ code })
    return { tone: "success", title: text.joined, description: text.joinedText(classes) }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    if (error.code === "NOT_FOUND")
      return { tone: "error", title: text.goneTitle, description: text.goneText }
    const why = { FORBIDDEN: text.studentsOnly, CLASS_FULL: text.full, CLASS_NOT_OPEN: text.over }[
      error.code as "CLASS_FULL"
    ]
    if (why) return { tone: "error", title: text.notJoined, description: why }
    return { tone: "error", ...errorTextIn(language, error.code) }
  }
}
