import { ORPCError } from "@orpc/client"
import { redirect } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, redirectWithToast, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/recording-download.page.ts"
import { recordingsTexts } from "./recordings.texts.ts"

/**
 * Redirects the instructor to a link that downloads the recording; others are sent to the dashboard with a
 * message.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const text = recordingsTexts[page.language]
  requireViewer(page, request, "/teacher-auth")
  const { recordingId } = params
  const refused = () =>
    redirectWithToast(
      "/teacher-dashboard?tab=recordings",
      { tone: "error", title: text.error, description: text.downloadFailed },
      "document",
    )
  if (!isId(recordingId)) return refused()
  try {
    const { url } = await page.api.recordings.download({ recording_id: recordingId })
    return redirect(url, { headers: { "cache-control": "no-store" } })
  } catch (error) {
    if (!(error instanceof ORPCError) || error.status >= 500)
      page.log.error({ err: error }, text.downloadFailed)
    return refused()
  }
}
