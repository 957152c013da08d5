import type { CHECK_IN_WAYS } from "#contract/attendance/verdict-reasons.ts"
import { ageOn } from "#shared/age.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { type CoachMark, isThere } from "./coach-marks.ts"

/** A child showed at the centre that it came: the first time in this way. */
export type CheckIn = { way: (typeof CHECK_IN_WAYS)[number]; at: Date }

/** Returns the first check-in; null without any. */
export function earliest(checkIns: readonly CheckIn[]): CheckIn | null {
  const order = (one: CheckIn, other: CheckIn) =>
    one.at.getTime() - other.at.getTime() || (one.way < other.way ? -1 : 1)
  return checkIns.toSorted(order)[0] ?? null
}

/**
 * Returns the check-in that shows that the student was there: the first that no later mark of the coach contradicts.
 * Who was marked absent and comes late is there; who checked in and isn't in the hall is not.
 */
export function arrivalOf({
  checkIns = [],
  coach,
}: {
  checkIns?: readonly CheckIn[]
  coach?: Pick<CoachMark, "state" | "at"> | null
}): CheckIn | null {
  const counts = checkIns.filter(({ at }) => !coach || isThere(coach.state) || at > coach.at)
  return earliest(counts)
}

type Times = { starts_at: Date; ends_at: Date }

const OPENS_BEFORE_MS = 45 * MINUTE
const SHUTS_BEFORE_MS = 15 * MINUTE

/** Returns the latest start of a class that takes check-ins now. */
export function takenFor(now: Date): Date {
  return new Date(now.getTime() + OPENS_BEFORE_MS)
}

/**
 * Whether students can check themselves in to a class: from 45 minutes before it starts until 15 minutes before it
 * ends, or half of a shorter class.
 */
export function takesCheckIns({ starts_at, ends_at }: Times, now: Date): boolean {
  const half = (ends_at.getTime() - starts_at.getTime()) / 2
  return starts_at <= takenFor(now) && now.getTime() < ends_at.getTime() - Math.min(SHUTS_BEFORE_MS, half)
}

/**
 * A check-in made longer before the start is of a class that was moved since, and says nothing. One that was put off
 * by an hour or two keeps who has come.
 */
export const CHECK_IN_COUNTS_MS = 3 * HOUR

/** Returns from when check-ins count for a class that starts at an instant. */
export function countedFrom(startsAt: Date): Date {
  return new Date(startsAt.getTime() - CHECK_IN_COUNTS_MS)
}

/** Whether staff can check a child in: until the class is over. */
export function takesGateCheckIns({ starts_at, ends_at }: Times, now: Date): boolean {
  return starts_at <= takenFor(now) && now < ends_at
}

/** Children under this age are signed out to somebody. */
const LEAVES_ALONE_FROM = 10

/** Whether a child is signed out to somebody. A minor whose age nobody knows is. */
export function isYoung(child: { date_of_birth: string | null; minor: boolean }, today: string): boolean {
  if (!child.minor) return false
  return child.date_of_birth === null || ageOn(child.date_of_birth, today) < LEAVES_ALONE_FROM
}

/** Without letters and digits that look alike when read from a phone. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
const GATE_CODE_LENGTH = 8

/** Returns the characters of a guardian's code from the bytes of a proof. */
export function gateCodeFrom(bytes: Uint8Array): string {
  return [...bytes.subarray(0, GATE_CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")
}

/** Returns a code as it was typed without what was added to read it, in capitals. */
export function normalGateCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, "").toUpperCase()
}
