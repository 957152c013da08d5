import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/whiteboard-picture.page.ts"

const KEPT_SECONDS = 300

/** Returns a page of a class's whiteboard, from 1, as a picture, for members of the class. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id } = params
  const place = Number(params.page) - 1
  if (!isId(class_id) || !(Number.isInteger(place) && place >= 0 && place < MOST_PAGES))
    throw data(null, { status: 404 })
  try {
    const { svg } = await page.api.rooms.whiteboardPage({ class_id, page: place })
    return new Response(svg, {
      headers: {
        "content-type": "image/svg+xml",
        "cache-control": `private, max-age=${KEPT_SECONDS}`,
        // Opened directly it is a document, which must not run or load anything; its pictures are in it.
        "content-security-policy": "default-src 'none'; img-src data:; sandbox",
      },
    })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
