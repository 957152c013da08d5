import type { z } from "zod"
import type { Order } from "#contract/payments/order.ts"
import type { Step } from "#contract/payments/priced.ts"
import { formatPaise } from "#shared/money.ts"
import { STATES, type StateCode } from "#shared/states.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { POINT_PAISE } from "../spending.ts"

type TraceStep = z.infer<typeof Step>
type Price = Order["price"]

/** A price in the reader's words. */
export type ToldPrice = {
  total: string
  /** Whether nothing is left to pay. */
  isPaid: boolean
  /** What unused days of the plan before pay of it, or null. */
  exchange: { name: string; amount: string } | null
  /** What credit pays of it, or null. */
  credit: { name: string; amount: string } | null
  taxed: boolean
  lines: { at: number; name: string; amount: string; offs: { name: string; amount: string }[] }[]
  /** What of the total is value and what is tax, as the invoice will have it. */
  taxes: { name: string; amount: string }[]
  /** Every step that led to the total, as sentences. */
  why: string[]
}

const en = {
  lines: {
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
    "membership-discount": "Membership discount",
    referral: "Referral",
    points: "Points",
    credit: "Credit",
  },
  taxable: "Value before tax",
  roundOff: "Round off",
  credit: "Paid with your credit",
  exchange: "Unused days of the present plan",
  unused: (days: number, of: number, paid: string, amount: string) =>
    `${days} of ${of} days of the present plan ${days === 1 ? "is" : "are"} left, including today. That is worth ${amount} of the ${paid} paid.`,
  withUnused: (amount: string) => `${amount} of the price is paid with these days.`,
  unusedCredit: (amount: string) => `The other ${amount} stays with the academy as your credit.`,
  points: (points: number, amount: string) =>
    `${points.toLocaleString("en-IN")} ${points === 1 ? "point takes" : "points take"} ${amount} off, before tax is worked out.`,
  withCredit: (amount: string) =>
    `${amount} is paid with your credit with the academy. The bill has the whole price.`,
  price: (amount: string) => `The program costs ${amount}, once.`,
  months: (months: number) => (months === 1 ? "1 month" : `${months} months`),
  membership: (months: number, fee: string, amount: string) =>
    months === 1 ? `A month costs ${amount}.` : `${months} months at ${fee} each cost ${amount}.`,
  discount: (months: number, percent: number, amount: string) =>
    `Paying for ${months} months in advance takes ${percent} % off: ${amount}.`,
  pickup: (days: number, months: number, fee: string, amount: string) =>
    months === 1
      ? `A month of pick-up on ${days} days a week costs ${amount}.`
      : `${months} months of pick-up on ${days} days a week at ${fee} each cost ${amount}.`,
  goods: (quantity: number, unit: string, amount: string) => `${quantity} at ${unit} each cost ${amount}.`,
  delivery: (amount: string) => `Bringing it to you costs ${amount}.`,
  registrations: {
    regular: "The academy is registered for GST, so the price includes it.",
    unregistered: "The academy isn't registered for GST, so none is charged.",
    composition: "The academy pays GST by composition, so none is charged on top.",
    exempt: "The academy's classes are exempt from GST.",
  } as Record<string, string>,
  places: {
    "on-record": (state: string) => `It is taught online, so it is supplied in your State: ${state}.`,
    "performed-there": (state: string) => `It is taught in ${state}, so that is where it is supplied.`,
    gstin: (state: string) => `Your GSTIN is of ${state}, so it is supplied there.`,
    "delivered-there": (state: string) => `It is delivered to ${state}.`,
  } as Record<string, (state: string) => string>,
  same: "That is the academy's own State, so half of the tax is CGST and half SGST.",
  other: "That is another State than the academy's, so the tax is IGST.",
  rate: (code: string, rate: number, since: string, source: string) =>
    `${code} has been taxed at ${rate} % since ${since} (${source}).`,
  rounded: (amount: string) => `Each tax is rounded to the paisa, which makes a difference of ${amount}.`,
  refusals: {
    "other-state": "The academy can't sell this to another State under its GST registration.",
    "no-rate": "No rate of GST is known for it today. Ask the academy.",
    "no-supplier": "The academy hasn't set up yet who sells its programs. Ask the office.",
    "no-membership": "This program has no memberships.",
    "membership-not-offered": "There is no membership of so many months. Choose another.",
    "plan-same": "This is the present plan. Choose other months, or change pick-up.",
    "change-payer-only": "Only the person who paid for the present plan can change it.",
    "change-later-term": "A later term is paid already. Ask for its refund first, then change the plan.",
    "change-not-running": "This plan doesn't run any more, so it can't be changed.",
  } as Record<string, string>,
  refusalsUntil: {
    "member-now": (date: string) =>
      `The membership runs until ${date}. After that the one-time price can be paid.`,
    "renewal-too-early": (date: string) => `The membership can be renewed from ${date} on.`,
  } as Record<string, (date: string) => string>,
  refusal: "The academy can't sell it at the moment. Ask the office.",
}

const hi: typeof en = {
  lines: {
    program: "प्रोग्राम",
    membership: "सदस्यता",
    pickup: "घर से लाना और पहुँचाना",
    "welcome-kit": "वेलकम किट",
    uniform: "यूनिफ़ॉर्म",
    goods: "सामान",
    delivery: "डिलीवरी",
    premises: "आपके परिसर में क्लास",
  },
  offs: {
    "membership-discount": "सदस्यता की छूट",
    referral: "रेफ़रल की छूट",
    points: "पॉइंट",
    credit: "जमा राशि",
  },
  taxable: "टैक्स से पहले की क़ीमत",
  roundOff: "पूर्णांकन",
  credit: "आपकी जमा राशि से चुकाया",
  exchange: "मौजूदा प्लान के बचे हुए दिन",
  unused: (days, of, paid, amount) =>
    `मौजूदा प्लान के ${of} में से ${days} दिन ${days === 1 ? "बचा है" : "बचे हैं"}, आज मिलाकर। इस प्लान के ${paid} चुकाए गए थे; बचे दिनों के ${amount} बनते हैं।`,
  withUnused: (amount) => `क़ीमत के ${amount} इन्हीं दिनों से चुकाए जाते हैं।`,
  unusedCredit: (amount) => `बाक़ी ${amount} अकादमी में आपकी जमा राशि बन जाते हैं।`,
  points: (points, amount) => `${points.toLocaleString("en-IN")} पॉइंट से ${amount} कम हुए, टैक्स जोड़ने से पहले।`,
  withCredit: (amount) => `${amount} अकादमी में आपकी जमा राशि से चुकाए गए। बिल पूरी क़ीमत का बनता है।`,
  price: (amount) => `प्रोग्राम की क़ीमत ${amount} है, एक बार।`,
  months: (months) => (months === 1 ? "1 महीना" : `${months} महीने`),
  membership: (months, fee, amount) =>
    months === 1 ? `एक महीने की फ़ीस ${amount} है।` : `${months} महीने, हर महीने ${fee}: कुल ${amount}।`,
  discount: (months, percent, amount) => `${months} महीने की फ़ीस पहले से देने पर ${percent} % की छूट: ${amount}।`,
  pickup: (days, months, fee, amount) =>
    months === 1
      ? `हफ़्ते में ${days} दिन पिक-अप की एक महीने की फ़ीस ${amount} है।`
      : `हफ़्ते में ${days} दिन पिक-अप, ${months} महीने, हर महीने ${fee}: कुल ${amount}।`,
  goods: (quantity, unit, amount) => `${quantity} नग, हर एक ${unit} का: कुल ${amount}।`,
  delivery: (amount) => `आप तक पहुँचाने का ख़र्च ${amount} है।`,
  registrations: {
    regular: "अकादमी GST में पंजीकृत है, इसलिए क़ीमत में GST शामिल है।",
    unregistered: "अकादमी GST में पंजीकृत नहीं है, इसलिए GST नहीं लगता।",
    composition: "अकादमी कंपोज़िशन में GST देती है, इसलिए अलग से नहीं लगता।",
    exempt: "अकादमी की क्लासें GST से मुक्त हैं।",
  },
  places: {
    "on-record": (state) => `पढ़ाई ऑनलाइन होती है, इसलिए आपूर्ति आपके राज्य में मानी जाती है: ${state}।`,
    "performed-there": (state) => `पढ़ाई ${state} में होती है, इसलिए आपूर्ति वहीं की है।`,
    gstin: (state) => `आपका GSTIN ${state} का है, इसलिए आपूर्ति वहीं की है।`,
    "delivered-there": (state) => `सामान ${state} पहुँचाया जाता है।`,
  },
  same: "यह अकादमी का अपना राज्य है, इसलिए आधा टैक्स CGST है और आधा SGST।",
  other: "यह अकादमी का राज्य नहीं है, इसलिए टैक्स IGST है।",
  rate: (code, rate, since, source) => `${code} पर ${since} से ${rate} % टैक्स है (${source})।`,
  rounded: (amount) => `हर टैक्स पैसे तक पूरा किया जाता है, जिससे ${amount} का फ़र्क़ आता है।`,
  refusals: {
    "other-state": "अकादमी अपने GST पंजीकरण के कारण इसे दूसरे राज्य में नहीं बेच सकती।",
    "no-rate": "आज इसके लिए GST की दर मालूम नहीं है। अकादमी से पूछें।",
    "no-supplier": "अकादमी ने अभी नहीं बताया है कि प्रोग्राम कौन बेचता है। ऑफ़िस से पूछें।",
    "no-membership": "इस प्रोग्राम की सदस्यता नहीं मिलती।",
    "membership-not-offered": "इतने महीनों की सदस्यता नहीं है। कोई और चुनें।",
    "plan-same": "यही मौजूदा प्लान है। दूसरे महीने चुनें, या पिक-अप बदलें।",
    "change-payer-only": "मौजूदा प्लान वही बदल सकता है जिसने उसका भुगतान किया है।",
    "change-later-term": "इसके बाद की अवधि चुकाई जा चुकी है। पहले उसका पैसा वापस लें, फिर प्लान बदलें।",
    "change-not-running": "यह प्लान अब नहीं चल रहा, इसलिए बदला नहीं जा सकता।",
  },
  refusalsUntil: {
    "member-now": (date) => `सदस्यता ${date} तक है। उसके बाद एक बार की क़ीमत दी जा सकती है।`,
    "renewal-too-early": (date) => `सदस्यता ${date} से बढ़ाई जा सकती है।`,
  },
  refusal: "अकादमी इसे अभी नहीं बेच सकती। ऑफ़िस से पूछें।",
}

const TEXTS: Record<Language, typeof en> = { en, hi }

/** Puts a price into words. `title` is what was bought. */
export function tellPrice(language: Language, price: Price, title: string): ToldPrice {
  const text = TEXTS[language]
  const lines = price.documents.flatMap((document) => document.lines)
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
  const taxed = lines.some(({ rate }) => rate !== null)
  const roundOff = price.documents.reduce((all, { round_off_paise }) => all + round_off_paise, 0)
  const taxes: [name: string, paise: number][] = [
    [text.taxable, sum(({ taxable_paise }) => taxable_paise)],
    ["CGST", sum(({ cgst_paise }) => cgst_paise)],
    ["SGST", sum(({ sgst_paise }) => sgst_paise)],
    ["IGST", sum(({ igst_paise }) => igst_paise)],
    [text.roundOff, roundOff],
  ]
  const months = price.trace.find(({ code }) => code === "membership")?.months
  const nameOf = ({ code, name, quantity }: (typeof lines)[number]) => {
    if (name) return quantity > 1 ? `${name[language]} × ${quantity}` : name[language]
    if (code === "program") return title
    return code === "membership" ? `${title}: ${text.months(Number(months))}` : text.lines[code]
  }
  return {
    total: formatPaise(price.total_paise),
    isPaid: price.total_paise === 0,
    exchange:
      price.exchange_paise > 0
        ? { name: text.exchange, amount: `−${formatPaise(price.exchange_paise)}` }
        : null,
    credit:
      price.credit_paise > 0 ? { name: text.credit, amount: `−${formatPaise(price.credit_paise)}` } : null,
    taxed,
    lines: lines.map((line, at) => ({
      at,
      name: nameOf(line),
      amount: formatPaise(line.list_paise),
      offs: line.offs.map((off) => ({ name: text.offs[off.code], amount: `−${formatPaise(off.off_paise)}` })),
    })),
    taxes: taxed
      ? taxes
          .filter(([, paise]) => paise !== 0)
          .map(([name, paise]) => ({ name, amount: formatPaise(paise) }))
      : [],
    why: tellTrace(language, price.trace, taxed),
  }
}

/** Puts the steps that led to an amount into sentences. */
export function tellTrace(language: Language, trace: readonly TraceStep[], taxed: boolean): string[] {
  return trace.filter(({ code }) => taxed || code !== "place").flatMap((step) => tellStep(language, step))
}

/** The sentences of a step; none for one that another line of the price shows already. */
function tellStep(language: Language, step: TraceStep): string[] {
  const text = TEXTS[language]
  const { code } = step
  const paise = (key: string) => formatPaise(Number(step[key]))
  if (code === "program") return [text.price(paise("list_paise"))]
  if (code === "membership") {
    return [text.membership(Number(step.months), paise("monthly_paise"), paise("list_paise"))]
  }
  if (code === "pickup") {
    const [days, months] = [Number(step.days_per_week), Number(step.months)]
    return [text.pickup(days, months, paise("monthly_paise"), paise("list_paise"))]
  }
  if ((code === "goods" || code === "premises") && Number(step.quantity) > 1)
    return [text.goods(Number(step.quantity), paise("unit_paise"), paise("list_paise"))]
  if (code === "delivery") return [text.delivery(paise("list_paise"))]
  if (code === "membership-discount") {
    return [text.discount(Number(step.months), Number(step.percent), paise("off_paise"))]
  }
  if (code === "points" && Number(step.off_paise) > 0)
    return [text.points(Number(step.off_paise) / POINT_PAISE, formatPaise(Number(step.off_paise)))]
  if (code === "unused-days") {
    const [days, of] = [Number(step.days), Number(step.of_days)]
    return [text.unused(days, of, paise("paid_paise"), paise("unused_paise"))]
  }
  if (code === "paid-with-unused") return [text.withUnused(paise("exchange_paise"))]
  if (code === "unused-as-credit") return [text.unusedCredit(paise("rest_paise"))]
  if (code === "paid-with-credit") return [text.withCredit(formatPaise(Number(step.credit_paise)))]
  if (code === "supplier") return [text.registrations[String(step.registration)] ?? ""].filter(Boolean)
  if (code === "place") {
    const state = STATES[String(step.place) as StateCode]?.[language] ?? String(step.place)
    const where = text.places[String(step.why)]?.(state)
    return [where, step.same_state ? text.same : text.other].filter((said) => said !== undefined)
  }
  if (code === "rate") {
    const since = formatDateIn(LANGUAGE_TAGS[language], String(step.from))
    return [text.rate(String(step.tax_code), Number(step.rate) / 100, since, String(step.source))]
  }
  if (code === "round-off") return [text.rounded(formatPaise(Math.abs(Number(step.round_off_paise))))]
  return []
}

/** Why something isn't sold, as sentences. */
export function tellRefusal(language: Language, refused: readonly TraceStep[]): string[] {
  const text = TEXTS[language]
  const say = ({ code, date }: TraceStep) =>
    text.refusalsUntil[code]?.(formatDateIn(LANGUAGE_TAGS[language], String(date))) ??
    text.refusals[code] ??
    text.refusal
  return [...new Set(refused.map(say))]
}
