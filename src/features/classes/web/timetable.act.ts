import { z } from "zod"
import { WallDate, WallTime } from "#contract/base.ts"
import type { ScheduledClass } from "#contract/classes.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { type serveButton, serveForm } from "#ui/api.ts"
import { ownerOf } from "../rules.ts"

type Args = Parameters<typeof serveButton>[0]

const Move = z.object({
  class_id: z.uuid(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  known_updated_at: z.coerce.date(),
})

/** Serves a move of one class to another time: everything else about it stays. */
export function serveMove(args: Args) {
  return serveForm(
    args,
    Move,
    async (move, { api }) => {
      const session = await api.classes.get({ class_id: move.class_id })
      const moved = await api.classes.update({ ...draftOf(session), ...move })
      const when = `${formatDate(moved.scheduled_date)}, ${formatTime(moved.start_time)} to ${formatTime(moved.end_time)}`
      const apart = moved.series_id ? " Only this class of its series moved." : ""
      return { tone: "success", title: "Class moved", description: `${moved.title}: ${when}.${apart}` }
    },
    "Class not moved",
  )
}

function draftOf(session: ScheduledClass) {
  return {
    title: session.title,
    description: session.description,
    subject: session.subject,
    curriculum: session.curriculum,
    grade: session.grade,
    max_capacity: session.max_capacity,
    class_type: session.class_type,
    auto_record: session.auto_record,
    delivery: session.delivery,
    venue_name: session.venue_name ?? undefined,
    venue_address: session.venue_address ?? undefined,
    course_id: session.course_id ?? undefined,
    instructor_id: ownerOf(session),
  }
}
