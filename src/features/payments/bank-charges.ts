/**
 * What may be written off of an invoice as charges that banks kept on the way, in paise. A bank takes a fee for each
 * transfer, whatever it is worth, so a little is always allowed, and of a large invoice up to 1 % for those that take a
 * part. Above the most it is no fee of a bank, but money that the organisation owes.
 */
const CHARGES = { always_paise: 50_00, most_paise: 500_00, part: 0.01 }

/** Returns the most that may be written off of an invoice of so much, in paise. */
export function mostCharges(total_paise: number): number {
  const part = Math.floor(total_paise * CHARGES.part)
  return Math.min(CHARGES.most_paise, Math.max(CHARGES.always_paise, part))
}

type Settled = { total_paise: number; paid_paise: number; charges_paise: number; owed_paise: number }

/** Whether what is owed may be what banks kept: little is left after a payment, and nothing was written off before. */
export function mayBeCharges({ total_paise, paid_paise, charges_paise, owed_paise }: Settled): boolean {
  return paid_paise > 0 && charges_paise === 0 && owed_paise > 0 && owed_paise <= mostCharges(total_paise)
}
