import type { Quote } from "#contract/premises/quotes.ts"
import { billSheet, renderSheet } from "#features/payments/bills/bill-pdf.ts"
import { formatDateIn, formatTimeIn } from "#shared/time.ts"
import { weekdayNames } from "./weekdays.ts"

type Language = "en" | "hi"

const en = {
  title: "Quote",
  validUntil: "Valid until",
  when: (days: string, from: string, to: string, weeks: number) =>
    `${days}, ${from} to ${to}, ${weeks === 1 ? "1 week" : `${weeks} weeks`}`,
  starts: (date: string) => `First day: ${date}`,
  where: (name: string, address: string) => `Place: ${[name, address].filter(Boolean).join(", ")}`,
  seats: (seats: number) => `For up to ${seats} ${seats === 1 ? "person" : "people"} at a time`,
  invoice: "The invoice is issued when you accept. It is taxed by the rules of that day and by your GSTIN.",
}

const hi: typeof en = {
  title: "कोटेशन",
  validUntil: "कब तक मान्य",
  when: (days, from, to, weeks) => `${days}, ${from} से ${to}, ${weeks} हफ़्ते`,
  starts: (date) => `पहला दिन: ${date}`,
  where: (name, address) => `जगह: ${[name, address].filter(Boolean).join(", ")}`,
  seats: (seats) => `एक बार में ज़्यादा से ज़्यादा ${seats} लोग`,
  invoice: "आपके कोटेशन स्वीकार करने पर बिल बनता है। उस पर टैक्स उसी दिन के नियमों और आपके GSTIN के अनुसार लगता है।",
}

const TEXTS = { en, hi }
const TAGS: Record<Language, string> = { en: "en-IN", hi: "hi-IN" }

/** When and where the lessons of a quote are, a sentence each. */
export function tellSchedule(quote: Quote, language: Language): string[] {
  const [text, tag] = [TEXTS[language], TAGS[language]]
  const { start_time, end_time, weeks, first_on, venue, capacity, weekdays } = quote
  const [from, to] = [formatTimeIn(tag, start_time), formatTimeIn(tag, end_time)]
  return [
    text.when(weekdayNames(tag, weekdays, first_on), from, to, weeks),
    text.starts(formatDateIn(tag, first_on)),
    text.seats(capacity),
    ...(venue.name || venue.address ? [text.where(venue.name, venue.address)] : []),
  ]
}

/** Returns a quote as a PDF in a language, laid out like the invoice that follows. */
export function quotePdf(quote: Quote, language: Language): Promise<Buffer> {
  const text = TEXTS[language]
  const { sent_on, number, buyer, valid_until, note } = quote
  const sheet = billSheet(
    {
      ...{ ...quote, kind: "tax-invoice", corrects: null, paid: null, first_line: 0 },
      ...{ issued_on: sent_on, student: buyer.name },
    },
    language,
  )
  const [, date, ...facts] = sheet.facts
  return renderSheet({
    ...{ ...sheet, title: text.title, why: [] },
    facts: [
      ...sheet.facts.slice(0, 1),
      ...(date ? [date] : []),
      [text.validUntil, formatDateIn(TAGS[language], valid_until)],
      // Whether tax is reversed is for the invoice to say.
      ...facts.slice(0, 1),
    ],
    number,
    notes: [
      ...note.split(/\n+/).filter((line) => line.trim()),
      ...tellSchedule(quote, language),
      text.invoice,
      ...sheet.notes.filter((line) => line !== sheet.notes.at(-1)),
    ],
  })
}
