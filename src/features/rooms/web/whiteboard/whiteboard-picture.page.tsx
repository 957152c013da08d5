import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import { drawPage, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/whiteboard-picture.page.ts"
import { drawAll } from "./draw-all.ts"

const KEPT_SECONDS = 300

/** Returns a page of a class's whiteboard, from 1, as a picture, for members of the class. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id } = params
  const place = Number(params.page) - 1
  if (!isId(class_id) || !(place >= 0 && place < MOST_PAGES)) throw data(null, { status: 404 })
  try {
    const { items, squared } = await page.api.rooms.whiteboard({ class_id })
    const shown = items.filter((item) => item.page === place)
    const drawings = await drawAll(formulasIn(shown), (formulas) => page.api.rooms.formulas({ formulas }))
    return new Response(drawPage(shown, squared.includes(place), drawings), {
      headers: {
        "content-type": "image/svg+xml",
        "cache-control": `private, max-age=${KEPT_SECONDS}`,
        // Opened directly it is a document, which must not run or load anything.
        "content-security-policy": "default-src 'none'; sandbox",
      },
    })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
