import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/room-file.page.ts"

/** Redirects members of the class to a link that saves a shared file. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id, fileId: file_id } = params
  if (!isId(class_id) || !isId(file_id)) throw data(null, { status: 404 })
  try {
    const { url } = await page.api.rooms.linkFile({ class_id, file_id })
    return redirect(url, { headers: { "cache-control": "no-store" } })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
