import type { LiveRoomProps } from "#features/rooms/web/entry/room-frame.ts"
import { formatTimeIn } from "#shared/time.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/room.page.ts"
import { roomPageTexts } from "./room-page.text.ts"
import { useWayBack } from "./use-way-back.ts"

export type RoomProps = Route.ComponentProps["loaderData"]

/** What a live room needs from its page, in every role. */
export function useRoomProps({
  scheduledClass,
  role,
  waiting,
  entry,
  deviceId,
  now,
}: RoomProps): LiveRoomProps {
  const text = useTexts(roomPageTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const onLeft = useWayBack()
  const { id: classId, title, status, started_at, instructor_name, start_time, end_time } = scheduledClass
  const [from, to] = [formatTimeIn(tag, start_time), formatTimeIn(tag, end_time)]
  const about = text.about(instructor_name, scheduledClass, from, to)
  return { classId, title, role, status, waiting, entry, deviceId, now, startedAt: started_at, about, onLeft }
}
