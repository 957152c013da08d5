/** Where an organisation pays an invoice, as the academy says it; empty where it says nothing. */
export function payToOf(bankDetails: string, upiId: string): string {
  return [bankDetails, upiId && `UPI ${upiId}`].filter(Boolean).join("; ")
}
