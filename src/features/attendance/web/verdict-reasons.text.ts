import type { VerdictReason } from "#contract/attendance/verdict-reasons.ts"
import { formatMinutes, formatSeconds } from "#shared/duration.ts"
import { formatTime, timeInZone } from "#shared/time.ts"

const WHY_NOT: Record<Extract<VerdictReason, { kind: "hardly-possible" }>["cause"], string> = {
  "class-short": "the class took less than 3 minutes",
  "seat-late": "the seat was taken less than 3 minutes before the end",
  "not-admitted":
    "the student had no e-mail to sign in with, the account was closed, or a guardian's consent to live classes was missing",
  "staff-away": "no teacher was in the room for 3 minutes",
  "room-down": "the video room was down for nearly the whole class",
}

const ANSWERS: Record<Extract<VerdictReason, { kind: "guardian-answered" }>["answer"], string> = {
  ill: "ill",
  forgot: "forgot",
  could_not_join: "could not join",
}

const COACH_STATES_TEXT: Record<Extract<VerdictReason, { kind: "coach-marked" }>["state"], string> = {
  present: "Marked present",
  late: "Marked late",
  absent: "Marked absent",
  excused: "Excuse asked for",
}

const CHECK_INS: Record<Extract<VerdictReason, { kind: "checked-in" }>["way"], string> = {
  code: "by the code on the screen",
  card: "by card",
  gate: "by a guardian's code",
}

/** Why a verdict was reached, in one English phrase. Times are in `zone`, the academy's. */
export function verdictReasonText(reason: VerdictReason, zone: string): string {
  switch (reason.kind) {
    case "marked-by-hand":
      return `Marked by ${reason.by ?? "hand"}${reason.reason ? `: ${reason.reason}` : ""}`
    case "coach-marked": {
      const who = reason.by ?? "a coach"
      return `${COACH_STATES_TEXT[reason.state]} by ${who} at ${formatTime(timeInZone(reason.at, zone))}`
    }
    case "checked-in":
      return `Checked in ${CHECK_INS[reason.way]} at ${formatTime(timeInZone(reason.at, zone))}`
    case "not-marked":
      return "Not marked by the coach"
    case "voice-heard":
      return `Heard at ${formatTime(timeInZone(reason.at, zone))}`
    case "came-long-enough":
    case "came-too-briefly": {
      const of = reason.possible === null ? "" : ` of a possible ${formatSeconds(reason.possible, "en")}`
      return `Present for ${formatSeconds(reason.seconds, "en")}${of}; ${formatSeconds(reason.needed, "en", Math.ceil)} needed`
    }
    case "hardly-possible":
      return `No verdict: ${WHY_NOT[reason.cause]}`
    case "minimum-reached":
      return `Present for ${formatMinutes(reason.minutes, "en")}; ${reason.minimumMinutes} needed`
    case "minimum-not-reached":
      return `Present for ${formatMinutes(reason.minutes, "en")} of the ${reason.minimumMinutes} needed`
    case "guardian-answered":
      return `The guardian answered: ${ANSWERS[reason.answer]}`
    case "not-come-yet":
      return "Has not come yet"
    case "never-came":
      return "Did not come"
    case "class-cancelled":
      return "The class was cancelled"
  }
}
