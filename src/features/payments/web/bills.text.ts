import type { BillLine } from "#contract/bills.ts"

/** The texts of one's bills, in English. */
export const billsText = {
  title: "Bills",
  text: "Invoices, receipts and credit notes, as they were issued.",
  none: "No bills yet",
  noneText: "You find a bill here for everything that you pay for.",
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
