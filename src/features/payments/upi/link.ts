import { isUpiId } from "#shared/upi.ts"

/** What a UPI app is asked to pay. */
export type UpiRequest = {
  /** The academy's UPI id, such as name@bank. */
  upi_id: string
  payee: string
  amount_paise: number
  /** Ours, letters and digits: it comes back in the payer's bank statement and in the academy's. */
  reference: string
}

const REFERENCE = /^[A-Z0-9]{4,35}$/

/**
 * Returns the link that opens a UPI app with everything filled in, also the content of the QR code. Throws
 * RangeError for what no app would take.
 */
export function upiLink({ upi_id, payee, amount_paise, reference }: UpiRequest): string {
  if (!isUpiId(upi_id)) throw new RangeError(`${upi_id} is no UPI id`)
  if (!REFERENCE.test(reference)) throw new RangeError(`${reference} is no reference`)
  if (!Number.isSafeInteger(amount_paise) || amount_paise < 1) {
    throw new RangeError(`${amount_paise} is no amount in paise`)
  }
  const asked = {
    pa: upi_id,
    pn: payee,
    am: (amount_paise / 100).toFixed(2),
    cu: "INR",
    tr: reference,
    tn: reference,
  }
  // Apps read %20 where some leave a + of form encoding as it is, and the id must keep its @.
  const query = Object.entries(asked).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join("&").replace("%40", "@")}`
}
