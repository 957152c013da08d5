import type { RefundTerms } from "#contract/payments.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"

type TraceStep = RefundTerms["trace"][number]

const en = {
  firstClass: (date: string) => `It starts on ${date}, with the first class after the payment.`,
  payment: (date: string) => `No class is planned, so it counts from ${date}, the day of the payment.`,
  notYet: (days: number) => `It hasn't started yet. The price comes back until day ${days} after the start.`,
  inTime: (day: number, days: number) =>
    `Today is day ${day} after the start. The price comes back until day ${days}.`,
  tooLate: (day: number, days: number) =>
    `Today is day ${day} after the start. The price comes back only until day ${days}.`,
  whole: (amount: string) => `So ${amount} comes back: the whole price.`,
  rest: (amount: string) => `So ${amount} comes back: what is left of the price.`,
  before: "The money has gone back already.",
  goods: "Goods come back only when they arrive faulty.",
  faulty: (amount: string) => `${amount} comes back for what arrived faulty.`,
  earned: (amount: string) => `${amount} that it earned is spent, so it is deducted.`,
}

const hi: typeof en = {
  firstClass: (date) => `शुरुआत ${date} को है: भुगतान के बाद की पहली क्लास।`,
  payment: (date) => `कोई क्लास तय नहीं है, इसलिए ${date} से गिना जाता है, जिस दिन भुगतान हुआ।`,
  notYet: (days) => `यह अभी शुरू नहीं हुआ। शुरू होने के ${days}वें दिन तक पैसा वापस मिलता है।`,
  inTime: (day, days) => `आज शुरू होने के बाद का दिन ${day} है। पैसा दिन ${days} तक वापस मिलता है।`,
  tooLate: (day, days) => `आज शुरू होने के बाद का दिन ${day} है। पैसा सिर्फ़ दिन ${days} तक वापस मिलता है।`,
  whole: (amount) => `इसलिए ${amount} वापस मिलते हैं: पूरी क़ीमत।`,
  rest: (amount) => `इसलिए ${amount} वापस मिलते हैं: क़ीमत का जो हिस्सा बाक़ी है।`,
  before: "पैसा पहले ही वापस हो चुका है।",
  goods: "सामान का पैसा तभी वापस मिलता है जब वह ख़राब निकले।",
  faulty: (amount) => `जो ख़राब निकला, उसके ${amount} वापस मिलते हैं।`,
  earned: (amount) => `इससे मिले ${amount} ख़र्च हो चुके हैं, इसलिए वे कम होते हैं।`,
}

const TEXTS: Record<Language, typeof en> = { en, hi }

/** What would come back, in the reader's words. */
export type ToldRefund = Omit<RefundTerms, "trace" | "until"> & {
  refund: string
  left: string
  until: string
  why: string[]
}

/** Puts into words what would come back of an order of this total. */
export function tellRefund(language: Language, terms: RefundTerms, totalPaise: number): ToldRefund {
  const { trace, until, ...rest } = terms
  return {
    ...rest,
    refund: formatPaise(terms.refund_paise),
    left: formatPaise(terms.left_paise),
    until: formatDateIn(LANGUAGE_TAGS[language], until),
    why: trace.flatMap((step) => tellStep(language, step, totalPaise)),
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
      return [step.why === "payment" ? text.payment(date) : text.firstClass(date)]
    }
    case "in-time":
      return [day < 0 ? text.notYet(days) : text.inTime(day, days)]
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
