import type { MonthStanding } from "#contract/attendance-sheets.ts"
import type { Language } from "#ui/language.ts"
import { percentAttended, type StandingSentence, sentenceOf } from "../month-rule.ts"

type MonthRuleTexts = {
  month: string
  attendance: string
  needed: (percent: number) => string
  attended: string
  ofHeld: (held: number) => string
  excused: string
  notCounted: string
  toCome: string
  thisMonth: string
  makeUps: (count: number) => string
  noVerdict: (count: number) => string
  at: (percent: number) => string
  nothingHeld: string
  sentence: (sentence: StandingSentence, rule: { required: number }) => string
}

const en: MonthRuleTexts = {
  month: "The month",
  attendance: "Attendance",
  needed: (percent) => `${percent}% needed to progress`,
  attended: "Attended",
  ofHeld: (held) => (held === 1 ? "of 1 class held" : `of ${held} classes held`),
  excused: "Excused",
  notCounted: "not counted",
  toCome: "To come",
  thisMonth: "this month",
  makeUps: (count) => (count === 1 ? "and 1 make-up class" : `and ${count} make-up classes`),
  noVerdict: (count) =>
    count === 1
      ? "1 class has no verdict and is not counted: nobody could have been present for 3 minutes."
      : `${count} classes have no verdict and are not counted: nobody could have been present for 3 minutes.`,
  at: (percent) => `You're at ${percent}%.`,
  nothingHeld: "No class has been held yet this month.",
  sentence(sentence, { required }) {
    switch (sentence.kind) {
      case "none":
        return `You need at least ${required}% of each month's classes to progress.`
      case "missed":
        return `This month can't reach the ${required}% needed to progress.`
      case "met":
        return `You've reached the ${required}% needed to progress.`
      case "safe":
        return `You have the ${required}% needed to progress, even if you miss the rest of the month.`
      case "attend-all":
      case "attend-some": {
        const { needed, chances, kind, aim } = sentence
        const goal = aim === "stay" ? `stay at ${required}% or more` : `reach ${required}%`
        if (kind === "attend-some")
          return `Attend at least ${needed} of the ${chances} remaining classes to ${goal}.`
        const which = chances === 1 ? "the 1 remaining class" : `all ${chances} remaining classes`
        return `Attend ${which} to ${goal}.`
      }
    }
  },
}

const hi: MonthRuleTexts = {
  month: "यह महीना",
  attendance: "उपस्थिति",
  needed: (percent) => `आगे बढ़ने के लिए ${percent}% ज़रूरी`,
  attended: "कितनी क्लास में आए",
  ofHeld: (held) => `${held} में से`,
  excused: "माफ़ अनुपस्थिति",
  notCounted: "गिनी नहीं जाती",
  toCome: "बाकी क्लास",
  thisMonth: "इस महीने",
  makeUps: (count) => `और बदले की ${count} क्लास`,
  noVerdict: (count) => `${count} क्लास गिनी नहीं गई, क्योंकि उसमें 3 मिनट भी मौजूद रहना मुमकिन नहीं था।`,
  at: (percent) => `आपकी उपस्थिति ${percent}% है।`,
  nothingHeld: "इस महीने अभी कोई क्लास नहीं हुई है।",
  sentence(sentence, { required }) {
    switch (sentence.kind) {
      case "none":
        return `आगे बढ़ने के लिए हर महीने कम से कम ${required}% क्लास में आना ज़रूरी है।`
      case "missed":
        return `इस महीने अब ${required}% पूरा नहीं हो सकता।`
      case "met":
        return `आगे बढ़ने के लिए ज़रूरी ${required}% पूरा हो गया है।`
      case "safe":
        return `बाकी क्लास छूट भी जाएँ, तब भी आगे बढ़ने के लिए ज़रूरी ${required}% बना रहेगा।`
      case "attend-all":
      case "attend-some": {
        const { needed, chances, kind, aim } = sentence
        const goal = aim === "stay" ? `${required}% बनाए रखने के लिए` : `${required}% तक पहुँचने के लिए`
        if (kind === "attend-some") return `${goal} बाकी ${chances} में से कम से कम ${needed} क्लास में आएँ।`
        return chances === 1 ? `${goal} बाकी 1 क्लास में ज़रूर आएँ।` : `${goal} बाकी सभी ${chances} क्लास में आएँ।`
      }
    }
  },
}

/** What a student's month says against the rule, to the student. */
export const monthRuleTexts: Record<Language, MonthRuleTexts> = { en, hi }

/** Where the student stands, and what the rule means for the rest of the month. */
export function explainStanding(standing: Omit<MonthStanding, "month">, text: MonthRuleTexts): string {
  const sentence = sentenceOf(standing)
  const percent = percentAttended(standing)
  const rest = text.sentence(sentence, { required: standing.required_percent })
  if (sentence.kind === "none") return rest
  return `${percent === null ? text.nothingHeld : text.at(percent)} ${rest}`
}
