/** What a point takes off, in paise. */
export const POINT_PAISE = 100
/** Providers take no smaller payment, in paise. */
export const LEAST_PAYMENT = 100

/** Points, and credit in paise. */
export type Spending = { points: number; credit_paise: number }

export const NOTHING: Spending = { points: 0, credit_paise: 0 }

/**
 * Returns how much of what somebody has an order of this price can take: points first and whole ones only, since
 * credit is money and may also pay for something else. What is left to pay is nothing, or enough for a provider.
 */
export function spendable(price_paise: number, has: Spending): Spending {
  const points = Math.min(Math.max(has.points, 0), Math.floor(price_paise / POINT_PAISE))
  const after = price_paise - points * POINT_PAISE
  const credit_paise = Math.min(Math.max(has.credit_paise, 0), after)
  const left = after - credit_paise
  if (left === 0 || left >= LEAST_PAYMENT) return { points, credit_paise }
  const missing = LEAST_PAYMENT - left
  if (credit_paise >= missing) return { points, credit_paise: credit_paise - missing }
  return points > 0 ? { points: points - 1, credit_paise } : NOTHING
}
