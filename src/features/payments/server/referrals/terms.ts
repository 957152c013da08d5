import { POINT_PAISE } from "../../spending.ts"
import { POLICY } from "../price.ts"

/** What each side of a referral gets, and for how many days the newcomer has to stay for it. */
export const REFERRAL_TERMS = {
  points: POLICY.referral.creditPaise / POINT_PAISE,
  days: POLICY.refund.noneAfterDaysFromStart,
}
