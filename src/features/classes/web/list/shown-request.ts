import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"
import type { PageRequest } from "#ui/api.ts"
import { callbackTime } from "../../callback.ts"

/** A student's request for display. */
export type ShownRequest = MyDemoRequest & {
  /** The latest time of the promised call: "2:10 pm today". Null if it was made, or none was promised. */
  call_by: string | null
}

/** Formats the promised time on the server, which has the clock and the zone. */
export function showRequest(
  request: MyDemoRequest,
  { now, zone, language }: Pick<PageRequest, "now" | "zone" | "language">,
): ShownRequest {
  const due = request.called_at === null && request.status !== "rejected" ? request.callback_by : null
  return { ...request, call_by: due && callbackTime(due, now, zone, language) }
}
