import type { DeclineReason } from "#contract/payments/order.ts"

/** The texts of paying to the academy's UPI id, in English. */
export const upiText = {
  title: "Pay by UPI",
  openApp: (amount: string) => `Pay ${amount} in your UPI app`,
  scan: "Scan this code with any UPI app. The amount and reference are already filled in.",
  code: (amount: string) => `QR code to pay ${amount}`,
  payee: "Name",
  upiId: "UPI id",
  amount: "Amount in rupees",
  reference: "Reference",
  copy: "Copy",
  copied: "Copied",
  notCopied: "Couldn't copy. Select the text and copy it yourself.",
  refused: "If the app refuses",
  refusedText:
    "Some apps block payments that start on a website. Open the app yourself, choose to pay a UPI id, paste the id and the exact amount, and put the reference in the note.",
  paid: "Have you paid?",
  utr: "Bank reference (UTR)",
  utrHint: "12 digits. Your UPI app shows it with the payment, often as 'UPI Ref No.' or 'UTR'.",
  tell: "I have paid",
  telling: "Sending...",
  told: "Thank you",
  toldText: "The academy checks your payment, usually within a working day. You'll get a message.",
  checking: "Being checked",
  checkingText: (utr: string) =>
    `You entered ${utr}. The academy checks it against its bank account, usually within a working day, and then you get a message.`,
  correct: "Correct the reference",
  late: "If you have paid, enter the bank reference below: the payment still counts.",
  again: "Enter the reference again",
  declined: "The academy couldn't find your payment",
  declinedBecause: {
    "not-arrived":
      "Its bank shows no payment with this reference. Check it in your UPI app, and enter it again.",
    "other-payment":
      "This reference belongs to another payment. Check it in your UPI app, and enter it again.",
    "other-reference": "Your payment arrived under another reference.",
  } satisfies Record<DeclineReason, string>,
  owed: "The academy refunds it by hand and tells you when that's done.",
  instead: "Pay by UPI to the academy instead",
  keptDays: (days: number) => `Your order is kept for ${days} days.`,
  byUpi: "You pay from your own UPI app and enter the bank's reference on the next page.",
  approvedFirst:
    "You're enrolled once the academy has found the payment, usually within a working day, and get a message.",
}

export type UpiText = typeof upiText
