import type { BillLine } from "#contract/bills.ts"

/** The texts of one's bills, in English. */
export const billsText = {
  title: "Bills",
  text: "Your invoices, receipts and credit notes.",
  none: "No bills yet",
  noneText: "Bills for everything you pay appear here.",
  kinds: {
    "tax-invoice": "Tax invoice",
    "bill-of-supply": "Bill of supply",
    receipt: "Receipt",
    "credit-note": "Credit note",
  } satisfies Record<BillLine["kind"], string>,
  numbered: (kind: string, number: string) => `${kind} ${number}`,
  corrects: (number: string) => `for ${number}`,
  download: "Download PDF",
  downloadNamed: (number: string) => `Download PDF of ${number}`,
}

export type BillsText = typeof billsText
