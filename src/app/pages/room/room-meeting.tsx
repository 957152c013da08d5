import { RegisterCard } from "#features/attendance/web/register.card.tsx"
import { MeetingRoom } from "#features/rooms/web/meeting/meeting-room.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useEndClass } from "./end-class.tsx"
import { roomPageTexts } from "./room-page.text.ts"
import { type RoomProps, useRoomProps } from "./room-props.ts"
import { useChangesKept } from "./use-changes-kept.ts"

/** The room of a class that meets on Jitsi: for its teacher with the register and the way to end the class. */
export function MeetingView(props: RoomProps) {
  const { scheduledClass, register, zone, role, name } = props
  const { id, status } = scheduledClass
  const text = useTexts(roomPageTexts)
  const room = useRoomProps(props)
  const onInside = useChangesKept(id, role === "instructor")
  const isLive = status === "live"
  const ending = useEndClass(isLive)
  const content = register && <RegisterCard register={register} zone={zone} />
  return (
    <>
      <MeetingRoom
        {...room}
        name={name}
        onInside={onInside}
        {...(role === "instructor" && isLive && { onEnd: ending.ask, ending: ending.busy })}
        {...(content && { pages: { register: { label: text.register, content } } })}
      />
      {ending.question}
    </>
  )
}
