import { ORPCError } from "@orpc/client"
import { redirect } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, redirectWithToast, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/recording-download.page.ts"
import { recordingsText as text } from "./recordings.text.ts"

/** Leads to a link that saves the recording, for its instructor; whoever may not is told on the dashboard. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/teacher-auth")
  const { recordingId } = params
  const refused = () =>
    redirectWithToast(
      "/teacher-dashboard?tab=recordings",
      { tone: "error", title: "Error", description: text.downloadFailed },
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
