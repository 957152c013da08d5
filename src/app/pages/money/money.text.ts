import type { Gstr1Table, MoneyWay } from "#contract/money.ts"

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString("en-IN")} ${count === 1 ? one : more}`

/** The texts of the money desk, in English. */
export const moneyText = {
  title: "Money",
  description: "What came in, what is missing and what you have to do.",
  month: "Month",
  figures: {
    label: "The month's money",
    received: "Received",
    refunded: "Refunded",
    left: "Received less refunds",
    unpaid: "Waiting for payment",
    payments: (count: number) => many(count, "payment", "payments"),
    refunds: (count: number) => many(count, "refund", "refunds"),
    inMonth: (month: string) => `In ${month}`,
    orders: (count: number) => `${many(count, "order", "orders")}, as of now`,
  },
  todo: {
    title: "To do",
    nothing: "Nothing to do. Payments to check, refunds to pay and bank lines to explain appear here.",
    invoices: (count: number) =>
      many(count, "invoice to an organisation isn't paid yet", "invoices to organisations aren't paid yet"),
    cancellations: (count: number) =>
      many(count, "cancellation of an invoice to approve", "cancellations of invoices to approve"),
    toOrganisations: (count: number) =>
      many(count, "cancelled invoice to pay back", "cancelled invoices to pay back"),
    transfers: (count: number) => many(count, "UPI payment to check", "UPI payments to check"),
    toApprove: (count: number) => many(count, "refund to approve", "refunds to approve"),
    toPay: (count: number) =>
      many(count, "order with a refund for you to pay", "orders with a refund for you to pay"),
    bankLines: (count: number) => many(count, "bank line to explain", "bank lines to explain"),
    unmatchedSettlements: (count: number) =>
      many(count, "settlement doesn't match your books", "settlements don't match your books"),
    onItsWay: (count: number) =>
      many(count, "order with a refund on its way", "orders with a refund on its way"),
    onItsWayNote: "The payment provider sends these. No action needed.",
  },
  ways: {
    in: "Where it came from",
    out: "How it went back",
    nothingIn: "No payment came in this month.",
    nothingOut: "No refund was paid this month.",
    received: { gateway: "Payment provider", bank: "Straight to your bank" },
    refunded: {
      gateway: "Through the payment provider",
      bank: "From your bank",
      credit: "Kept as credit",
    },
    unasked: "For no open order, so it goes back",
    creditNote: "Credit stays with you, so it isn't counted as refunded.",
  },
  byDay: {
    title: "By day",
    table: "Show as a table",
    day: "Day",
  },
  ending: {
    title: (days: number) => `Memberships ending in the next ${days} days`,
    description: "These aren't renewed yet. Families are reminded before the last day.",
    none: (days: number) => `No membership ends in the next ${days} days.`,
    all: (count: number) => `Show all ${count.toLocaleString("en-IN")}`,
    list: "Memberships ending soon",
    noneSoon: "No membership ends soon",
    student: "Student",
    course: "Program",
    ends: "Last day",
    order: "Order",
    buyer: "Paid by",
    byOffice: "Enrolled by the office",
    erased: "Account erased",
  },
  export: {
    open: "Export for the accountant",
    title: "Export for the accountant",
    description: "Files for the days you choose, both included.",
    first: "First day",
    last: "Last day",
    choose: "Choose days",
    journal: "Journal",
    journalText: "Every entry of your books: date, account, debit, credit and order. Debits equal credits.",
    journalFile: "Journal (CSV)",
    gstr1: "GSTR-1",
    gstr1Text: "One file for each table, with the columns of the GST offline tool.",
    noGstin: "No document was issued under a GSTIN on these days. Without one, no GSTR-1 is due.",
    gstin: (gstin: string) => `GSTIN ${gstin}`,
    tables: {
      b2b: "B2B: businesses",
      b2cl: "B2CL: large, other States",
      b2cs: "B2CS: other consumers",
      cdnr: "CDNR: credit notes, B2B",
      cdnur: "CDNUR: credit notes, B2CL",
      "hsn-b2b": "HSN summary: businesses",
      "hsn-b2c": "HSN summary: consumers",
      docs: "Documents issued",
    } satisfies Record<Gstr1Table, string> as Record<Gstr1Table, string>,
    check:
      "Confirm the tables with your accountant before you file. Bills of supply go into table 8 by hand.",
  },
  movements: {
    in: (month: string) => `Received in ${month}`,
    out: (month: string) => `Refunded in ${month}`,
    description: "Each line is an entry in your books.",
    all: "All",
    way: "How it was paid",
    ways: {
      gateway: "Payment provider",
      bank: "Bank",
      credit: "Credit",
    } satisfies Record<MoneyWay, string> as Record<MoneyWay, string>,
    none: "Nothing here",
    noneText: "Choose another month or way.",
    erased: "Account erased",
    order: "Order",
    who: "Paid by",
    what: "Program",
    how: "How",
    amount: "Amount",
    goesBack: "Goes back",
    forStudent: (name: string) => `For ${name}`,
  },
}

export type MoneyText = typeof moneyText
