import type { AbsenceAnswer, HoldReason, VerdictReason } from "#features/attendance/rules.ts"
import { formatTime, timeInZone } from "#shared/time.ts"

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

const ANSWERS: Record<AbsenceAnswer, string> = {
  ill: "ill",
  forgot: "forgot",
  could_not_join: "could not join",
}

/** Why a notice waits for staff, one sentence. */
export function explainHold(reason: HoldReason): string {
  switch (reason.kind) {
    case "instructor-never-came":
      return "The instructor never came into the room."
    case "video-was-down":
      return `The video server was not reachable for ${minutes(Math.ceil(reason.downMs / 60_000))} of the class.`
    case "class-too-short":
      return `The class took ${minutes(Math.floor(reason.classMs / 60_000))}, less than a student has to be present.`
    case "number-unconfirmed":
      return "The parent's number is not confirmed yet."
  }
}

function minutes(count: number): string {
  return count === 1 ? "1 minute" : `${count} minutes`
}
