import { z } from "zod"
import { WallDate, WallTime } from "#contract/base.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { type serveButton, serveForm } from "#ui/api.ts"

type Args = Parameters<typeof serveButton>[0]

const Move = z.object({
  class_id: z.uuid(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  known_updated_at: z.coerce.date(),
})

/** Serves a move of one class to another time. Everything else about it stays the same. */
export function serveMove(args: Args) {
  return serveForm(
    args,
    Move,
    async (move, { api }) => {
      const moved = await api.classes.update(move)
      const when = `${formatDate(moved.scheduled_date)}, ${formatTime(moved.start_time)} to ${formatTime(moved.end_time)}`
      const apart = moved.series_id ? " Only this class of its series moved." : ""
      return { tone: "success", title: "Class moved", description: `${moved.title}: ${when}.${apart}` }
    },
    "Class not moved",
  )
}
