import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/picture.page.ts"

/** Sends members of the class a picture on its whiteboard. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id, pictureId: picture_id, size } = params
  if (!isId(class_id) || !isId(picture_id) || (size !== "small" && size !== "large"))
    throw data(null, { status: 404 })
  try {
    const { url } = await page.api.rooms.linkPicture({ class_id, picture_id, size })
    return await page.sendFile(url)
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
