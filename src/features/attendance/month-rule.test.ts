import fc from "fast-check"
import { expect, test } from "vitest"
import { percentAttended, sentenceOf, standingOfMonth } from "./month-rule.ts"
import { explainStanding, monthRuleTexts } from "./web/month-rule.texts.ts"

const month = (attended: number, absent: number, toCome: number, makeUps = 0, excused = 0) =>
  standingOfMonth({ attended, absent, excused, noVerdict: 0, toCome, makeUps, requiredPercent: 90 })
const said = (...counts: Parameters<typeof month>) => explainStanding(month(...counts), monthRuleTexts.en)

test("ATT-04 the sentence says where the student stands and what is left to do, and is true", () => {
  expect(said(10, 2, 8)).toBe("You're at 83%. Attend all 8 remaining classes to reach 90%.")
  expect(said(3, 1, 16)).toBe("You're at 75%. Attend at least 15 of the 16 remaining classes to reach 90%.")
  expect(said(18, 2, 1)).toBe("You're at 90%. Attend the 1 remaining class to stay at 90% or more.")
  expect(said(5, 0, 16)).toBe(
    "You're at 100%. Attend at least 14 of the 16 remaining classes to stay at 90% or more.",
  )
  expect(said(5, 3, 13)).toBe(
    "You're at 63%. This month can't reach the 90% needed to progress, even with the 13 remaining classes.",
  )
  expect(said(19, 0, 1)).toBe(
    "You're at 100%. You have the 90% needed to progress, even if you miss the 1 remaining class.",
  )
  expect(said(9, 1, 0)).toBe("You're at 90%. You've reached the 90% needed to progress.")
  expect(said(0, 0, 10)).toBe(
    "No class has been held yet this month. Attend at least 9 of the 10 remaining classes to reach 90%.",
  )
  expect(said(0, 0, 0)).toBe("You need at least 90% of each month's classes to progress.")
  expect(explainStanding(month(10, 2, 8), monthRuleTexts.hi)).toBe(
    "आपकी हाज़िरी 83% है। 90% तक पहुँचने के लिए बाक़ी सभी 8 क्लास में आएँ।",
  )
})

test("ATT-04 a parent or a teacher reads about the student by name", () => {
  const about = (counts: Parameters<typeof month>, language: "en" | "hi") =>
    explainStanding(month(...counts), monthRuleTexts[language], "Asha")
  expect(about([10, 2, 8], "en")).toBe(
    "Asha is at 83%. Asha has to attend all 8 remaining classes to reach 90%.",
  )
  expect(about([9, 1, 0], "en")).toBe("Asha is at 90%. Asha has reached the 90% needed to progress.")
  expect(about([0, 0, 0], "en")).toBe("Asha needs at least 90% of each month's classes to progress.")
  expect(about([3, 1, 16], "hi")).toBe(
    "Asha की हाज़िरी 75% है। 90% तक पहुँचने के लिए Asha को बाक़ी 16 में से कम से कम 15 क्लास में आना होगा।",
  )
  for (const counts of [
    [10, 2, 8],
    [9, 1, 0],
    [20, 0, 1],
    [5, 3, 13],
    [0, 0, 0],
  ] as const)
    expect(about([...counts], "en")).not.toMatch(/\byou(r|'re|'ve)?\b/i)
})

test("ATT-04 an excused class counts on neither side, and a month without classes says only the rule", () => {
  expect(month(9, 1, 0, 0, 4)).toMatchObject({ held: 10, excused: 4, state: "met" })
  expect(month(0, 0, 0, 0, 2)).toMatchObject({ state: "none" })
  expect(percentAttended(month(0, 0, 3))).toBeNull()
})

test("ATT-06 a make-up to come is one more chance, and no class more to attend", () => {
  expect(month(8, 2, 0)).toMatchObject({ state: "missed" })
  expect(month(8, 2, 0, 1)).toMatchObject({ state: "close", needed: 1, absences_left: 0 })
  expect(month(9, 1, 0)).toMatchObject({ state: "met", held: 10 })
})

test("ATT-06 with make-ups the sentence counts every chance, and says so where all of them are needed", () => {
  expect(sentenceOf(month(8, 2, 0, 1))).toEqual({ kind: "attend-all", aim: "reach", needed: 1, chances: 1 })
  expect(sentenceOf(month(18, 2, 1, 1))).toMatchObject({ kind: "attend-some", needed: 1, chances: 2 })
})

test("ATT-04 a month is close while at most two more absences are left, and on course with three", () => {
  const state = (toCome: number) => [month(0, 0, toCome).absences_left, month(0, 0, toCome).state]
  expect([state(20), state(30)]).toEqual([
    [2, "close"],
    [3, "on-course"],
  ])
})

test("ATT-04 percentages are rounded half up, yet nobody reads 90 or 100 per cent who has less", () => {
  const percent = (attended: number, held: number) =>
    percentAttended({ attended, held, required_percent: 90 })
  expect([percent(2, 3), percent(5, 8), percent(17, 19), percent(43, 48), percent(249, 250)]).toEqual([
    67, 63, 89, 89.5, 99.6,
  ])
})

const size = fc.integer({ min: 0, max: 60 })

test("ATT-04 the absences left are exactly those after which the share can still be reached", () => {
  fc.assert(
    fc.property(size, size, size, (attended, absent, toCome) => {
      const { absences_left } = month(attended, absent, toCome)
      const total = attended + absent + toCome
      const reached = (missed: number) => (total - absent - missed) * 100 >= 90 * total
      if (absences_left >= 0) expect(reached(absences_left)).toBe(true)
      expect(reached(absences_left + 1)).toBe(false)
    }),
  )
})

test("ATT-06 every sentence is true of its month, whatever happens in the classes to come", () => {
  fc.assert(
    fc.property(size, size, size, size, (attended, absent, toCome, pending) => {
      const makeUps = Math.min(pending, absent)
      const standing = month(attended, absent, toCome, makeUps)
      const chances = toCome + makeUps
      const total = attended + absent + toCome
      const reaches = (more: number) => (attended + more) * 100 >= 90 * total
      const sentence = sentenceOf(standing)
      const percent = percentAttended(standing)
      const isThere = attended * 100 >= 90 * (attended + absent)
      if (percent !== null) expect(percent >= 90).toBe(isThere)
      if (sentence.kind === "missed") expect(reaches(chances)).toBe(false)
      if (sentence.kind === "met" || sentence.kind === "safe") expect(reaches(0)).toBe(true)
      if (sentence.kind === "attend-all" || sentence.kind === "attend-some") {
        expect(reaches(sentence.needed)).toBe(true)
        expect(reaches(sentence.needed - 1)).toBe(false)
        expect(sentence.needed).toBeLessThanOrEqual(chances)
        // Nobody is told to stay where they are not.
        expect(sentence.aim === "stay").toBe(attended + absent > 0 && isThere)
      }
    }),
  )
})
