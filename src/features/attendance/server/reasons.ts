import type { HoldReason } from "#features/attendance/notice-rules.ts"
import type { NoVerdictCause } from "#features/attendance/possible.ts"
import type { AbsenceAnswer, VerdictReason } from "#features/attendance/rules.ts"
import { formatTime, MINUTE, SECOND, timeInZone } from "#shared/time.ts"

const MINUTE_SECONDS = MINUTE / SECOND
/** From here on, seconds don't matter to a reader. */
const WHOLE_MINUTES_FROM = 10 * MINUTE_SECONDS

/** Why a verdict is what it is, one sentence. `markedBy` names whoever marked it by hand; `zone` is the academy's. */
export function explainVerdict(
  reason: VerdictReason,
  { markedBy, zone }: { markedBy: string | null; zone: string },
): string {
  switch (reason.kind) {
    case "marked-by-hand":
      return `Marked by ${markedBy ?? "hand"}${reason.reason ? `: ${reason.reason}` : ""}`
    case "voice-heard":
      // Stored reasons come back from JSON with their instants as text.
      return `Heard at ${formatTime(timeInZone(new Date(reason.at), zone))}`
    case "came-long-enough":
    case "came-too-briefly":
      return explainPresence(reason)
    case "hardly-possible":
      return `No verdict: ${WHY_NOT[reason.cause]}`
    case "minimum-reached":
      return `Present for ${minutes(reason.minutes)}; ${reason.minimumMinutes} needed`
    case "minimum-not-reached":
      return `Present for ${minutes(reason.minutes)} of the ${reason.minimumMinutes} needed`
    case "guardian-answered":
      return `The guardian answered: ${ANSWERS[reason.answer]}`
    case "not-come-yet":
      return "Has not come yet"
    case "never-came":
      return "Did not come"
  }
}

type Presence = Extract<VerdictReason, { kind: "came-long-enough" | "came-too-briefly" }>

function explainPresence({ seconds, needed, possible }: Presence): string {
  const of = possible === null ? "" : ` of a possible ${duration(possible)}`
  return `Present for ${duration(seconds)}${of}; ${duration(needed, Math.ceil)} needed`
}

/** A length of time; in whole minutes, rounded down unless `round` says otherwise, where it is a long one. */
function duration(seconds: number, round: (minutes: number) => number = Math.floor): string {
  if (seconds >= WHOLE_MINUTES_FROM) return minutes(round(seconds / MINUTE_SECONDS))
  const whole = Math.floor(seconds / MINUTE_SECONDS)
  const rest = seconds % MINUTE_SECONDS
  if (whole === 0) return rest === 1 ? "1 second" : `${rest} seconds`
  return rest === 0 ? minutes(whole) : `${whole} min ${rest} s`
}

const WHY_NOT: Record<NoVerdictCause, string> = {
  "class-short": "the class took less than 3 minutes",
  "seat-late": "the seat was taken less than 3 minutes before the end",
  "staff-away": "no teacher was in the room for 3 minutes",
  "room-down": "the video room was down for nearly the whole class",
}

const ANSWERS: Record<AbsenceAnswer, string> = {
  ill: "ill",
  forgot: "forgot",
  could_not_join: "could not join",
}

/** Why a notice waits for staff, one sentence. */
export function explainHold(reason: HoldReason): string {
  switch (reason.kind) {
    case "hardly-possible":
      return `The student could have been present for only ${duration(Math.floor(reason.possibleMs / SECOND))}.`
    case "video-was-down":
      return `The video room was down for ${minutes(Math.ceil(reason.downMs / MINUTE))} of the class.`
    case "class-too-short":
      return `The class took only ${duration(Math.floor(reason.classMs / SECOND))}; a student usually has to be present for ${duration(Math.ceil(reason.minimumMs / SECOND), Math.ceil)}.`
    case "number-unconfirmed":
      return "The parent's number is not confirmed yet."
  }
}

function minutes(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`
}
