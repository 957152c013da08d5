/** Providers name ways of paying in small letters: abbreviations are written as people know them. */
export function sayMethod(method: string): string {
  return /^(upi|emi)$/.test(method) ? method.toUpperCase() : method
}

export const billText = {
  titles: {
    "tax-invoice": "Tax invoice",
    "bill-of-supply": "Bill of supply",
    receipt: "Receipt",
    "credit-note": "Credit note",
  },
  unpaid: "Invoice",
  number: "Number",
  date: "Date",
  corrects: "Corrects",
  placeOfSupply: "Place of supply",
  reverseCharge: "Reverse charge",
  no: "No",
  supplier: "From",
  buyer: "To",
  gstin: (gstin: string) => `GSTIN ${gstin}`,
  student: (name: string) => `Student: ${name}`,
  state: (name: string, code: string) => `State: ${name} (${code})`,
  item: "Description",
  taxCode: "SAC / HSN",
  quantity: "Qty",
  taxable: "Taxable value",
  amount: "Amount",
  charges: {
    program: "Program",
    membership: "Membership",
    pickup: "Pick-up and drop",
    "welcome-kit": "Welcome kit",
    uniform: "Uniform",
    goods: "Goods",
    delivery: "Delivery",
    premises: "Classes at your premises",
  },
  offs: {
    "membership-discount": "membership discount",
    referral: "referral",
    points: "points",
    credit: "credit",
  },
  term: (months: number, from: string, to: string) =>
    `${months} ${months === 1 ? "month" : "months"}, ${from} to ${to}`,
  roundOff: "Round off",
  total: "Total",
  paid: (method: string | null, reference: string) =>
    method === "balance"
      ? `Paid with credit, reference ${reference}.`
      : method
        ? `Paid by ${sayMethod(method)}, reference ${reference}.`
        : `Paid, reference ${reference}.`,
  payTo: (account: string, number: string) => `Pay to: ${account}. Quote ${number}.`,
  notRegistered: "The supplier isn't registered for GST, so no tax is charged.",
  composition: "Composition taxable person, not eligible to collect tax on supplies.",
  credited: "This amount is refunded or kept as credit.",
  cancelled: (reason: string) => `This cancels the whole invoice. Reason: ${reason}`,
  nothingDue: "Nothing is due on this invoice any more.",
  goesBack: (amount: string) =>
    `₹ ${amount} of it had been paid and will be returned by bank transfer. Nothing more is due.`,
  deducted: (amount: string) =>
    `₹ ${amount} was deducted as tax (TDS). Correct your TDS return to get it back from the tax department.`,
  why: "How this amount came about",
  computer: "Made by computer, valid without a signature.",
}
export type BillText = typeof billText
