import { z } from "zod"
import { WallDate, WallTime } from "#contract/base.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { pageRequest, type serveButton, serveForm } from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { actTexts } from "../texts/act.texts.ts"

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
  const { language } = args.context.get(pageRequest)
  const tag = LANGUAGE_TAGS[language]
  const text = actTexts[language]
  return serveForm(
    args,
    Move,
    async (move, { api }) => {
      const moved = await api.classes.update(move)
      const [from, to] = [formatTimeIn(tag, moved.start_time), formatTimeIn(tag, moved.end_time)]
      const day = formatDateIn(tag, moved.scheduled_date)
      const description = text.movedTo(moved.title, day, from, to, moved.series_id !== null)
      return { tone: "success", title: text.moved, description }
    },
    text.notMoved,
  )
}
