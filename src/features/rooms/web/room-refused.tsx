import CircleAlert from "lucide-react/icons/circle-alert"
import { errorText } from "#ui/messages/errors.en.ts"
import { roomText as text } from "./room.text.ts"
import { EndFrame, type RoomEndProps } from "./room-end.tsx"
import { NO_CALLS } from "./room-session.ts"

/** Refusals that another try can change; the others lead back only. */
const PASSING = new Set([
  "VIDEO_UNAVAILABLE",
  "CLASS_NOT_READY",
  "TOO_MANY_REQUESTS",
  "REQUEST_PENDING",
  "ROOM_LOCKED",
])

/** What stands in the room's place for whoever the server let not in, and why. */
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

/** A failure without a text of its own, such as a server error, is worth another try. */
function isKnown(code: string): boolean {
  return errorText(code).title !== errorText("").title
}
