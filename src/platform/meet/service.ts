import type { Environment } from "#platform/env.ts"
import { googleMeet } from "./google.ts"
import type { MeetPort } from "./port.ts"

/** Google Meet as the environment configures it, or null where it isn't. */
export function meetPortFor(env: Environment): MeetPort | null {
  if (!env.MEET_CALENDAR_ID) return null
  return googleMeet({
    apiUrl: env.MEET_API_URL,
    tokenUrl: env.MEET_TOKEN_URL,
    calendarId: env.MEET_CALENDAR_ID,
    // The environment was refused at start without these.
    account: env.MEET_SERVICE_ACCOUNT ?? "",
    privateKey: (env.MEET_PRIVATE_KEY ?? "").replaceAll("\\n", "\n"),
    organiser: env.MEET_ORGANISER,
  })
}
