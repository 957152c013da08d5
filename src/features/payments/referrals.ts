import { DAY } from "#shared/time.ts"

/** Why a student can't be somebody's newcomer, or why neither gets anything. */
export const REFERRAL_REASONS = ["own", "household", "twice", "not-new", "closed", "refunded"] as const
export type ReferralReason = (typeof REFERRAL_REASONS)[number]

/** An account that is older than this isn't new any more, in days. */
const NEW_FOR_DAYS = 30

/** What the house knows of one of the two. Phones are E.164. */
export type Side = {
  user_id: string
  email: string
  phones: readonly (string | null)[]
  /** Their confirmed guardians. */
  guardians: readonly string[]
  disabled: boolean
}

/** Whether two students are of one household: they share a guardian, a phone or an e-mail. */
export function isOneHousehold(one: Side, other: Side): boolean {
  const shares = (mine: readonly (string | null)[], theirs: readonly (string | null)[]) =>
    mine.some((each) => each !== null && theirs.includes(each))
  return (
    shares(one.guardians, other.guardians) ||
    shares(one.phones, other.phones) ||
    one.email.toLowerCase() === other.email.toLowerCase()
  )
}

/** Why this newcomer can't join by this student's link, or null. */
export function whyNotJoined(
  referrer: Side,
  newcomer: Side & { created_at: Date; joined: boolean; has_paid: boolean },
  now: Date,
): ReferralReason | null {
  if (referrer.user_id === newcomer.user_id) return "own"
  if (newcomer.joined) return "twice"
  if (referrer.disabled) return "closed"
  if (isOneHousehold(referrer, newcomer)) return "household"
  const age = now.getTime() - newcomer.created_at.getTime()
  return newcomer.has_paid || age > NEW_FOR_DAYS * DAY ? "not-new" : null
}

/** Why neither gets anything although the time has come, or null. */
export function whyNotRewarded(
  referrer: Side | null,
  newcomer: Side | null,
  enrolled: boolean,
): ReferralReason | null {
  if (!referrer || !newcomer || referrer.disabled || newcomer.disabled) return "closed"
  if (isOneHousehold(referrer, newcomer)) return "household"
  return enrolled ? null : "refunded"
}
