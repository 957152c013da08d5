import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { isId } from "#shared/ids.ts"
import { MOST_SLIDE_PAGES } from "#shared/slides.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/slide-picture.page.ts"

/** Sends members of the class the picture of a page that they may see. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request, "/auth")
  const { classId: class_id, deckId: deck_id, size } = params
  const place = /^\d{1,3}$/.test(params.page) ? Number(params.page) : MOST_SLIDE_PAGES
  const isSize = size === "small" || size === "large"
  if (!isId(class_id) || !isId(deck_id) || !isSize || place >= MOST_SLIDE_PAGES)
    throw data(null, { status: 404 })
  try {
    const { url } = await page.api.rooms.linkSlide({ class_id, deck_id, page: place, size })
    return await page.sendFile(url)
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") throw data(null, { status: 404 })
    throw error
  }
}
