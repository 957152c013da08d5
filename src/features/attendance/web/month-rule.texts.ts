import type { MonthStanding } from "#contract/attendance/attendance-sheets.ts"
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
  at: (percent: number, name: string | null) => string
  nothingHeld: string
  sentence: (sentence: StandingSentence, about: { required: number; name: string | null }) => string
}

const remaining = (count: number) => (count === 1 ? "1 remaining class" : `${count} remaining classes`)

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
      ? "1 class isn't counted: it was possible to attend for less than 3 minutes."
      : `${count} classes aren't counted: it was possible to attend for less than 3 minutes.`,
  at: (percent, name) => (name === null ? `You're at ${percent}%.` : `${name} is at ${percent}%.`),
  nothingHeld: "No class has been held yet this month.",
  sentence(sentence, { required, name }) {
    switch (sentence.kind) {
      case "none":
        return `${name === null ? "You need" : `${name} needs`} at least ${required}% of each month's classes to progress.`
      case "missed":
        return sentence.chances === 0
          ? `This month can't reach the ${required}% needed to progress.`
          : `This month can't reach the ${required}% needed to progress, even with the ${remaining(sentence.chances)}.`
      case "met":
        return `${name === null ? "You've" : `${name} has`} reached the ${required}% needed to progress.`
      case "safe":
        return name === null
          ? `You have the ${required}% needed to progress, even if you miss the ${remaining(sentence.chances)}.`
          : `${name} has the ${required}% needed to progress, even without the ${remaining(sentence.chances)}.`
      case "attend-all":
      case "attend-some": {
        const { needed, chances, kind, aim } = sentence
        const goal = aim === "stay" ? `stay at ${required}% or more` : `reach ${required}%`
        const attend = name === null ? "Attend" : `${name} has to attend`
        if (kind === "attend-some")
          return `${attend} at least ${needed} of the ${chances} remaining classes to ${goal}.`
        const which = chances === 1 ? "the 1 remaining class" : `all ${chances} remaining classes`
        return `${attend} ${which} to ${goal}.`
      }
    }
  },
}

const hi: MonthRuleTexts = {
  month: "यह महीना",
  attendance: "हाज़िरी",
  needed: (percent) => `आगे बढ़ने के लिए ${percent}% ज़रूरी`,
  attended: "कितनी क्लास में आए",
  ofHeld: (held) => `${held} में से`,
  excused: "माफ़ ग़ैरहाज़िरी",
  notCounted: "गिनी नहीं जाती",
  toCome: "बाक़ी क्लास",
  thisMonth: "इस महीने",
  makeUps: (count) => `और बदले की ${count} क्लास`,
  noVerdict: (count) =>
    `${count} क्लास ${count === 1 ? "गिनी नहीं गई, क्योंकि उसमें" : "गिनी नहीं गईं, क्योंकि उनमें"} 3 मिनट भी मौजूद रहना मुमकिन नहीं था।`,
  at: (percent, name) => `${name === null ? "आपकी" : `${name} की`} हाज़िरी ${percent}% है।`,
  nothingHeld: "इस महीने अभी कोई क्लास नहीं हुई है।",
  sentence(sentence, { required, name }) {
    switch (sentence.kind) {
      case "none":
        return `आगे बढ़ने के लिए हर महीने कम से कम ${required}% क्लास में आना ज़रूरी है।`
      case "missed":
        return sentence.chances === 0
          ? `इस महीने अब ${required}% पूरा नहीं हो सकता।`
          : `इस महीने अब ${required}% पूरा नहीं हो सकता, बाक़ी ${sentence.chances} क्लास में आने पर भी नहीं।`
      case "met":
        return `आगे बढ़ने के लिए ज़रूरी ${required}% पूरा हो गया है।`
      case "safe":
        return `बाक़ी ${sentence.chances} क्लास छूट भी ${sentence.chances === 1 ? "जाए" : "जाएँ"}, तब भी आगे बढ़ने के लिए ज़रूरी ${required}% बना रहेगा।`
      case "attend-all":
      case "attend-some": {
        const { needed, chances, kind, aim } = sentence
        const goal = aim === "stay" ? `${required}% बनाए रखने के लिए` : `${required}% तक पहुँचने के लिए`
        const who = name === null ? "" : `${name} को `
        const come = name === null ? "आएँ" : "आना होगा"
        if (kind === "attend-some")
          return `${goal} ${who}बाक़ी ${chances} में से कम से कम ${needed} क्लास में ${come}।`
        return chances === 1
          ? `${goal} ${who}बाक़ी 1 क्लास में ज़रूर ${come}।`
          : `${goal} ${who}बाक़ी सभी ${chances} क्लास में ${come}।`
      }
    }
  },
}

/** The texts about a student's month and the attendance rule: to the student, or about them by name. */
export const monthRuleTexts: Record<Language, MonthRuleTexts> = { en, hi }

/** Returns the student's standing, and what the rule means for the rest of the month; by name for others to read. */
export function explainStanding(
  standing: Omit<MonthStanding, "month">,
  text: MonthRuleTexts,
  name: string | null = null,
): string {
  const sentence = sentenceOf(standing)
  const percent = percentAttended(standing)
  const rest = text.sentence(sentence, { required: standing.required_percent, name })
  if (sentence.kind === "none") return rest
  return `${percent === null ? text.nothingHeld : text.at(percent, name)} ${rest}`
}
