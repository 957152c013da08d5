import { expect, test } from "vitest"
import { MessageProblem, NoticeReason } from "#contract/notice-reasons.ts"
import { noticeReasonsTextHi as hi } from "./notice-reasons.text.hi.ts"
import { noticeReasonsText as en } from "./notice-reasons.text.ts"

/** Values for every field of a reason or problem, by name. */
const VALUES: Record<string, unknown> = {
  ...{ seconds: 245, minutes: 20, needed: 600, tries: 7, status: 503, parts: 4, most: 3, length: 31 },
  ...{ variables: 5, names: 1, provider: "MSG91", said: "busy", tag: "name", name: "className" },
  ...{ known: ["className"], word: "discount", link: "www.win.example", number: "98450 12345" },
  ...{ problems: [{ code: "value-empty", name: "className" }], text: "as it was", channel: "sms" },
}

type Coded = { code: { _zod: { values: Set<unknown> } } }
type Union<T> = { options: readonly { shape: Coded }[]; parse(value: unknown): T }

/** One sample of each code of a union. */
function samplesOf<T>({ options, parse }: Union<T>): T[] {
  return options.flatMap(({ shape }) =>
    [...shape.code._zod.values].map((code) =>
      parse(Object.fromEntries(Object.keys(shape).map((key) => [key, key === "code" ? code : VALUES[key]]))),
    ),
  )
}

const REASONS = samplesOf(NoticeReason)
const PROBLEMS = samplesOf(MessageProblem)

test.each(REASONS.map((reason) => [reason.code, reason] as const))(
  "ATT-03 ATT-05 why a notice waits or failed is explained in English and Hindi: %s",
  (code, reason) => {
    const [english, hindi] = [en.reason(reason, "Meera Iyer"), hi.reason(reason, "Meera Iyer")]
    if (code === "as-written") return expect([english, hindi]).toEqual(["as it was", "as it was"])
    expect(english).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    expect(hindi).toMatch(/\p{Script=Devanagari}/u)
    for (const text of [english, hindi]) expect(text).not.toMatch(/undefined|null|\[object/)
    // Whatever is stored with a code is shown, in both languages.
    for (const [field, value] of Object.entries(reason)) {
      if (!["tries", "minutes", "status", "said", "provider"].includes(field)) continue
      for (const text of [english, hindi]) expect(text, field).toContain(String(value))
    }
  },
)

test.each(PROBLEMS.map((problem) => [problem.code, problem] as const))(
  "ATT-07 why operators would refuse a text is explained in English and Hindi: %s",
  (_code, problem) => {
    expect(en.problem(problem)).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    expect(hi.problem(problem)).toMatch(/\p{Script=Devanagari}/u)
    for (const text of [en.problem(problem), hi.problem(problem)])
      expect(text).not.toMatch(/undefined|null|\[object/)
  },
)

test("ATT-05 every code has a sentence of its own", () => {
  for (const language of [en, hi]) {
    const said = REASONS.map((reason) => language.reason(reason, "Meera Iyer"))
    expect(new Set(said).size).toBe(REASONS.length)
    expect(new Set(PROBLEMS.map(language.problem)).size).toBe(PROBLEMS.length)
  }
})

test("ATT-05 durations are said in the reader's language, long ones in whole minutes", () => {
  const short = { code: "class-too-short", seconds: 245, needed: 630 } as const
  expect(en.reason(short, null)).toBe(
    "The class took only 4 min 5 s; a student usually has to be present for 11 minutes.",
  )
  expect(hi.reason(short, null)).toContain("4 मिनट 5 सेकंड")
  expect(en.reason({ code: "hardly-possible", seconds: 1 }, null)).toBe(
    "The student could have been present for only 1 second.",
  )
})

test("ATT-05 a decision names who made it, and says what they typed", () => {
  const dropped = { code: "dropped", said: "the bus was late" } as const
  expect(en.reason(dropped, "Meera Iyer")).toBe("Dropped by Meera Iyer: the bus was late")
  expect(en.reason(dropped, null)).toBe("Dropped: the bus was late")
  expect(hi.reason({ ...dropped, said: null }, "Meera Iyer")).toBe("Meera Iyer ने भेजना रद्द किया।")
})
