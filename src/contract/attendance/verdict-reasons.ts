import { z } from "zod"

/** What a guardian answers to an absence notice. */
export const ABSENCE_ANSWERS = ["ill", "forgot", "could_not_join"] as const

/** What a coach's device marks. Late counts as present; excused asks staff to confirm it. */
export const COACH_STATES = ["present", "late", "absent", "excused"] as const

/** How a child showed that it came: by the code on the centre's screen, its card, or a guardian's code. */
export const CHECK_IN_WAYS = ["code", "card", "gate"] as const

const count = z.number().int()

function one<const Kind extends string>(kind: Kind) {
  return z.object({ kind: z.literal(kind) })
}

/**
 * Why a verdict was reached. Seconds of presence and of possible time are rounded down, required seconds up.
 * The screens explain it in the reader's language.
 */
export const VerdictReason = z.discriminatedUnion("kind", [
  /** `by` names the member of staff; null once their account is deleted. */
  one("marked-by-hand").extend({ by: z.string().nullable(), reason: z.string().nullable() }),
  one("voice-heard").extend({ at: z.date() }),
  /** `by` names the coach; null once the account is deleted. */
  one("coach-marked").extend({
    state: z.enum(COACH_STATES),
    at: z.date(),
    by: z.string().nullable(),
  }),
  one("checked-in").extend({ way: z.enum(CHECK_IN_WAYS), at: z.date() }),
  z.object({
    kind: z.enum(["came-long-enough", "came-too-briefly"]),
    seconds: count,
    needed: count,
    possible: count.nullable(),
  }),
  one("hardly-possible").extend({
    possible: count,
    cause: z.enum(["class-short", "seat-late", "not-admitted", "staff-away", "room-down"]),
  }),
  /** From before possible time was counted. */
  z.object({
    kind: z.enum(["minimum-reached", "minimum-not-reached"]),
    minutes: z.number(),
    minimumMinutes: z.number(),
  }),
  one("guardian-answered").extend({ answer: z.enum(ABSENCE_ANSWERS) }),
  z.object({ kind: z.enum(["not-come-yet", "never-came", "not-marked", "class-cancelled"]) }),
])
export type VerdictReason = z.infer<typeof VerdictReason>
