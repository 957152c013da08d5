/** The UPI id of NPCI's linking specification: 2 to 256 signs, an @ and the handle of a bank or app. */
const UPI_ID = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$/i

/** Whether money can be sent to it by UPI, as far as its form tells. */
export function isUpiId(typed: string): boolean {
  return UPI_ID.test(typed)
}

/** The longest name that apps show as the payee. */
export const LONGEST_PAYEE = 99
