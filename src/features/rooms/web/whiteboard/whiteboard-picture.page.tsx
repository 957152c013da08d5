import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import type { Formula } from "#contract/rooms/room-whiteboard.ts"
import { MOST_FORMULAS, MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import { drawingsBy, drawPage, formulasIn } from "#features/rooms/whiteboard-svg.ts"
import { isId } from "#shared/ids.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/whiteboard-picture.page.ts"

const KEPT_SECONDS = 300

/** Has formulas drawn, as many at once as one call takes. */
async function drawAll(
  formulas: readonly string[],
  draw: (some: string[]) => Promise<Formula[]>,
): Promise<Formula[]> {
  const drawn: Formula[] = []
  for (let from = 0; from < formulas.length; from += MOST_FORMULAS)
    drawn.push(...(await draw(formulas.slice(from, from + MOST_FORMULAS))))
  return drawn
}

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
    const drawn = await drawAll(formulasIn(shown), (formulas) => page.api.rooms.formulas({ formulas }))
    return new Response(drawPage(shown, squared.includes(place), drawingsBy(drawn)), {
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
