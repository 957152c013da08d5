import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/picture.page.ts"

/** Less than the link that the redirect leads to is valid. */
const KEPT_SECONDS = 3_000

/** Redirects members of the class to a picture on its whiteboard. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id, pictureId: picture_id, size } = params
  if (!isId(class_id) || !isId(picture_id) || (size !== "small" && size !== "large"))
    throw data(null, { status: 404 })
  try {
    const { url } = await page.api.rooms.linkPicture({ class_id, picture_id, size })
    return redirect(url, { headers: { "cache-control": `private, max-age=${KEPT_SECONDS}` } })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
