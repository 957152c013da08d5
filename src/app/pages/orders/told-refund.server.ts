import type { RefundTerms } from "#contract/payments/refund-terms.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"

type TraceStep = RefundTerms["trace"][number]

const en = {
  firstClass: (date: string) => `Days count from ${date}, the first class after payment.`,
  waitlist: "The student is on the waitlist of every class.",
  payment: (date: string) => `No class is scheduled, so days count from ${date}, the day of payment.`,
  term: (date: string) => `Days count from ${date}, the membership's first day.`,
  laterTerm: "A later term has been paid after this one. Ask for its refund first.",
  planChanged: "The plan was changed: its unused days paid for the new one, and the others are used.",
  notYet: (days: number) => `It hasn't started yet. The price is refunded until day ${days} after the start.`,
  inTime: (day: number, days: number) =>
    `Today is day ${day} after the start. The price is refunded until day ${days}.`,
  tooLate: (day: number, days: number) =>
    `Today is day ${day} after the start. The price was refunded until day ${days}.`,
  whole: (amount: string) => `So ${amount} is refunded: the whole price.`,
  rest: (amount: string) => `So ${amount} is refunded: what is left of the price.`,
  before: "The money has already been refunded.",
  goods: "Goods are refunded only if they arrive faulty.",
  goodsOrder:
    "Goods are refunded when they come back, as a return. What isn't sent yet can be refunded here.",
  faulty: (amount: string) => `${amount} is refunded for what arrived faulty.`,
  earned: (amount: string) =>
    `Points worth ${amount} that came with it are already spent, so they're deducted.`,
  credit: (amount: string) =>
    `${amount} of it was paid with credit or unused days of a plan, and becomes credit.`,
  points: (points: number) =>
    points === 1
      ? "The point that you used is given back as a point."
      : `The ${points.toLocaleString("en-IN")} points that you used are given back as points.`,
}

const hi: typeof en = {
  firstClass: (date) => `दिन ${date} से गिने जाते हैं, जब भुगतान के बाद की पहली क्लास है।`,
  waitlist: "स्टूडेंट हर क्लास की वेटलिस्ट में है।",
  payment: (date) => `कोई क्लास तय नहीं है, इसलिए दिन ${date} से गिने जाते हैं, जब भुगतान हुआ।`,
  term: (date) => `दिन ${date} से गिने जाते हैं, जो सदस्यता का पहला दिन है।`,
  laterTerm: "इसके बाद का समय भी चुकाया जा चुका है। पहले उसका पैसा वापस लें।",
  planChanged: "प्लान बदला जा चुका है: बचे हुए दिन नए प्लान में लग गए, बाक़ी दिन इस्तेमाल हो चुके हैं।",
  notYet: (days) => `यह अभी शुरू नहीं हुआ। शुरू होने के ${days}वें दिन तक पैसा वापस मिलता है।`,
  inTime: (day, days) => `आज शुरू होने के बाद का दिन ${day} है। पैसा दिन ${days} तक वापस मिलता है।`,
  tooLate: (day, days) => `आज शुरू होने के बाद का दिन ${day} है। पैसा सिर्फ़ दिन ${days} तक वापस मिलता है।`,
  whole: (amount) => `इसलिए ${amount} वापस मिलते हैं: पूरी क़ीमत।`,
  rest: (amount) => `इसलिए ${amount} वापस मिलते हैं: क़ीमत का जो हिस्सा बाक़ी है।`,
  before: "पैसा पहले ही वापस हो चुका है।",
  goods: "सामान का पैसा तभी वापस मिलता है जब वह ख़राब निकले।",
  goodsOrder: "सामान का पैसा तब लौटता है जब वह वापस आए। जो अभी भेजा नहीं गया, उसका पैसा यहाँ लौटाया जा सकता है।",
  faulty: (amount) => `जो ख़राब निकला, उसके ${amount} वापस मिलते हैं।`,
  credit: (amount) => `इसमें से ${amount} जमा राशि या पुराने प्लान के बचे दिनों से चुकाए गए थे, वे जमा राशि बन जाते हैं।`,
  points: (points) =>
    points === 1
      ? "जो 1 पॉइंट लगाया था, वह पॉइंट के रूप में वापस मिलता है।"
      : `जो ${points.toLocaleString("en-IN")} पॉइंट लगाए थे, वे पॉइंट के रूप में वापस मिलते हैं।`,
  earned: (amount) => `इससे ${amount} के पॉइंट मिले थे, जो ख़र्च हो चुके हैं। इसलिए वापसी में से इतने कटते हैं।`,
}

const TEXTS: Record<Language, typeof en> = { en, hi }

/** What would be refunded, in the reader's words. */
export type ToldRefund = Omit<RefundTerms, "trace" | "until" | "valid_until"> & {
  /** The end of the term before, which stays. */
  validUntil: string | null
  refund: string
  left: string
  until: string
  why: string[]
}

/** Puts into words what would be refunded of an order of this total. */
export function tellRefund(language: Language, terms: RefundTerms, totalPaise: number): ToldRefund {
  const { trace, until, valid_until, ...rest } = terms
  const text = TEXTS[language]
  return {
    ...rest,
    refund: formatPaise(terms.refund_paise),
    left: formatPaise(terms.left_paise),
    until: formatDateIn(LANGUAGE_TAGS[language], until),
    validUntil: valid_until && formatDateIn(LANGUAGE_TAGS[language], valid_until),
    why: [
      ...(trace.some(({ why }) => why === "goods")
        ? [text.goodsOrder]
        : trace.flatMap((step) => tellStep(language, step, totalPaise))),
      ...(terms.credit_paise > 0 ? [text.credit(formatPaise(terms.credit_paise))] : []),
      ...(terms.points > 0 ? [text.points(terms.points)] : []),
    ],
  }
}

function tellStep(language: Language, step: TraceStep, totalPaise: number): string[] {
  const text = TEXTS[language]
  const [day, days] = [Number(step.day), Number(step.last_day)]
  const paise = Number(step.refund_paise ?? step.deducted_paise ?? 0)
  const amount = formatPaise(paise)
  switch (step.code) {
    case "start": {
      const date = formatDateIn(LANGUAGE_TAGS[language], String(step.starts_on))
      if (step.why === "waitlist") return [text.waitlist]
      if (step.why === "term") return [text.term(date)]
      return [step.why === "payment" ? text.payment(date) : text.firstClass(date)]
    }
    case "in-time":
      return [day < 0 ? text.notYet(days) : text.inTime(day, days)]
    case "later-term":
      return [text.laterTerm]
    case "plan-changed":
      return [text.planChanged]
    case "too-late":
      return [text.tooLate(day, days)]
    case "whole-price":
      return [paise < totalPaise ? text.rest(amount) : text.whole(amount)]
    case "refunded-before":
      return [text.before]
    case "goods-not-faulty":
      return [text.goods]
    case "faulty":
      return [text.faulty(amount)]
    case "earned-and-spent":
      return [text.earned(amount)]
    default:
      return []
  }
}
