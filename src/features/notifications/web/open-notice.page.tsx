import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer, safePath } from "#ui/api.ts"
import type { Route } from "./+types/open-notice.page.ts"

/** Marks a notice as read and redirects to what it is about. Works without scripts. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  if (!isId(params.noticeId)) throw data(null, { status: 404 })
  try {
    const { href } = await page.api.notifications.open({ notice_id: params.noticeId })
    return redirect(safePath(href, "/notifications"))
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}

export default function OpenNotice() {
  return null
}
