import CircleAlert from "lucide-react/icons/circle-alert"
import { roomText as text } from "../texts/room.texts.ts"
import { errorText } from "../texts/room-errors.ts"
import { EndFrame, type RoomEndProps } from "./room-end.tsx"
import { NO_CALLS } from "./room-phase.ts"

/** Refusals for which another try can help; the others only offer the way back. */
const PASSING = new Set([
  "VIDEO_UNAVAILABLE",
  "CLASS_NOT_READY",
  "TOO_MANY_REQUESTS",
  "REQUEST_PENDING",
  "ROOM_LOCKED",
])

/** Shown instead of the room to people the server refused, with the reason. */
export function RoomRefused({ code, ...props }: RoomEndProps & { code: string }) {
  return (
    <EndFrame
      {...props}
      icon={CircleAlert}
      tone="bg-warning-tint text-warning"
      words={code === NO_CALLS ? text.noCalls : errorText(code)}
      retry={PASSING.has(code) || !(code === NO_CALLS || isKnown(code)) ? text.tryAgain : null}
    />
  )
}

/** Whether a code has its own text. A failure without one, such as a server error, can be retried. */
function isKnown(code: string): boolean {
  return errorText(code).title !== errorText("").title
}
