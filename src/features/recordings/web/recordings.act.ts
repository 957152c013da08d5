import { z } from "zod"
import { pageRequest, requireViewer, serveButton, serveForm, type Toast } from "#ui/api.ts"
import { recordingsTexts } from "./recordings.texts.ts"

type Args = Parameters<typeof serveForm>[0]

const Change = z.object({
  recording_id: z.uuid(),
  title: z
    .string("Give the recording a title")
    .trim()
    .min(1, "Give the recording a title")
    .max(160, "Use at most 160 characters"),
  visibility: z.enum(["enrolled_students", "instructor_only"]),
})

/** The prefix of the `intent` that forms of a recordings list post. */
export const RECORDING_INTENT = "recording-"

/** Handles the forms of the recordings list: rename or share, delete, restore, retry. */
export async function serveRecordings(args: Args) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request, "/teacher-auth")
  const text = recordingsTexts[page.language]
  const failed = (what: string): Toast => ({
    tone: "error",
    title: text.error,
    description: text.tryAgain(what),
  })
  const form = await args.request.clone().formData()
  const intent = String(form.get("intent")).slice(RECORDING_INTENT.length)
  const recording_id = String(form.get("recording_id"))
  if (intent === "change") {
    const work: Parameters<typeof serveForm<typeof Change>>[2] = async (change, { api }) => {
      await api.recordings.change(change)
      return { tone: "success", title: text.saved }
    }
    return serveForm(args, Change, work, text.updateFailed, failed(text.updateFailed))
  }
  if (intent === "delete") {
    return serveButton(
      args,
      async ({ api }) => {
        await api.recordings.delete({ recording_id })
        return { tone: "success", title: text.removed, description: text.removedText }
      },
      failed(text.deleteFailed),
    )
  }
  if (intent !== "restore" && intent !== "retry") throw new Response(null, { status: 400 })
  return serveButton(
    args,
    async ({ api }) => {
      await api.recordings[intent]({ recording_id })
      return { tone: "success", title: intent === "restore" ? text.restored : text.retried }
    },
    failed(text.updateFailed),
  )
}
