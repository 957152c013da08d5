import { z } from "zod"
import { SeriesScope } from "#contract/classes/classes.ts"
import { redirectWithToast, type serveButton, serveForm } from "#ui/api.ts"
import { actTexts } from "../texts/act.texts.ts"

type Args = Parameters<typeof serveButton>[0]

const Cancelling = z.object({
  reason: z
    .string("Give a reason. Enrolled students see it.")
    .trim()
    .min(1)
    .max(300, "Use at most 300 characters"),
  scope: SeriesScope.default("one"),
})

/** Serves the card that cancels a class, then goes to `to`. */
export function serveCancel(args: Args, class_id: string, to: string) {
  return serveForm(args, Cancelling, async (cancelling, { api, language }) => {
    await api.classes.cancel({ class_id, ...cancelling })
    const { cancelled: title, cancelledText: description } = actTexts[language]
    return redirectWithToast(to, { tone: "success", title, description })
  })
}
