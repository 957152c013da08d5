import type { MyDemoRequest } from "#contract/demo-requests.ts"
import { callbackTime } from "../callback.ts"

/** A student's request as a page shows it. */
export type ShownRequest = MyDemoRequest & {
  /** When the promised call comes at the latest: "2:10 pm today". Null once it was made, or none was promised. */
  call_by: string | null
}

/** Words the promise on the server, whose clock and zone it counts by. */
export function showRequest(request: MyDemoRequest, now: Date, zone: string): ShownRequest {
  const due = request.called_at === null && request.status !== "rejected" ? request.callback_by : null
  return { ...request, call_by: due && callbackTime(due, now, zone) }
}
