import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/recording-captions.page.ts"

/** Redirects a player to captions by a link valid for a minute, if the viewer may watch. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  type Which = Parameters<typeof page.api.recordings.linkCaptions>[0]
  try {
    const which = { recording_id: params.recordingId, language: params.language } as Which
    const { url } = await page.api.recordings.linkCaptions(which)
    return redirect(url, { headers: { "cache-control": "no-store" } })
  } catch (error) {
    if (error instanceof ORPCError && ["NOT_FOUND", "BAD_REQUEST"].includes(error.code))
      throw data(null, { status: 404 })
    throw error
  }
}
