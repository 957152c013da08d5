import { ORPCError } from "@orpc/client"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Remains } from "#features/rooms/web/from-room.card.tsx"
import type { PageRequest } from "#ui/api.ts"

const PARTS_OF = new Set<string>(["enrolled", "approved", "instructor"])
/** The whiteboard pages that the room itself saves when the class ends. */
const BOARD_PAGE = /^Whiteboard (\d{1,2})\.svg$/

/**
 * Loads what remains of the room of a finished class, for its people and admins; null for others, and when
 * nothing remains. `before` is the position before which messages are wanted; the latest without it.
 */
export async function loadRemains(
  { api, viewer }: PageRequest,
  scheduledClass: Pick<ScheduledClass, "id" | "title" | "status" | "standing">,
  before: string | null,
): Promise<Remains | null> {
  const { id: class_id, title, status, standing } = scheduledClass
  if (!viewer || status !== "completed") return null
  if (!PARTS_OF.has(standing) && viewer.role !== "admin") return null
  try {
    const place = /^\d{1,9}$/.test(before ?? "") ? Number(before) : null
    const [board, { decks }, page] = await Promise.all([
      api.rooms.board({ class_id }),
      api.rooms.slides({ class_id }),
      place === null ? null : api.rooms.listMessages({ class_id, before: place }),
    ])
    const { messages, has_older } = page ?? board
    const files = (board.state?.files ?? []).filter((file) => !file.deleted)
    const polls = (board.state?.polls ?? []).filter((poll) => poll.status !== "draft")
    const slides = decks.filter((deck) => deck.status === "ready" && !deck.deleted)
    if (files.length + slides.length + polls.length + messages.length + board.messages.length === 0)
      return null
    return {
      ...{ class_id, title, me: viewer.user_id, slides, polls, messages },
      pages: files.flatMap(({ name }) => BOARD_PAGE.exec(name)?.slice(1).map(Number) ?? []),
      files: files.filter(({ name }) => !BOARD_PAGE.test(name)),
      earlier: has_older ? (messages[0]?.seq ?? null) : null,
      further: page !== null,
    }
  } catch (error) {
    // The viewer was removed or locked out, so what remains of the room is not for them.
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}
