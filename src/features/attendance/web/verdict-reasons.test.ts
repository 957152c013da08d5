import { expect, test } from "vitest"
import { VerdictReason } from "#contract/attendance/verdict-reasons.ts"
import { verdictReasonTextHi as hi } from "./verdict-reasons.text.hi.ts"
import { verdictReasonText as en } from "./verdict-reasons.text.ts"
import { explainReasons } from "./verdict-reasons.texts.ts"

const ZONE = "Asia/Kolkata"
const AT = new Date("2026-11-20T10:31:00Z")

/** Values for every field of a reason, by name. */
const VALUES: Record<string, unknown> = {
  ...{ by: "Meera Iyer", reason: "doctor's note", at: AT, seconds: 545, needed: 600, possible: 725 },
  ...{ minutes: 8, minimumMinutes: 10, cause: "class-short", answer: "ill", state: "late", way: "card" },
}

/** Each kind of reason, and each of its causes and answers. */
const REASONS = VerdictReason.options.flatMap(({ shape }) =>
  [...shape.kind._zod.values].flatMap((kind) => {
    const fields = Object.keys(shape).map((key) => [key, key === "kind" ? kind : VALUES[key]])
    const sample = Object.fromEntries(fields)
    const causes = "cause" in shape ? shape.cause.options.map((cause) => ({ ...sample, cause })) : null
    const answers = "answer" in shape ? shape.answer.options.map((answer) => ({ ...sample, answer })) : null
    return (causes ?? answers ?? [sample]).map((one) => VerdictReason.parse(one))
  }),
)

test.each(REASONS.map((reason) => [JSON.stringify(reason), reason] as const))(
  "ATT-05 why a verdict was reached is explained in English and Hindi: %s",
  (_name, reason) => {
    expect(en(reason, ZONE)).toMatch(/^[^\p{Script=Devanagari}]+$/u)
    expect(hi(reason, ZONE)).toMatch(/\p{Script=Devanagari}/u)
    for (const text of [en(reason, ZONE), hi(reason, ZONE)])
      expect(text).not.toMatch(/undefined|null|\[object/)
  },
)

test("ATT-05 verdicts that differ are explained differently, in both languages", () => {
  // Both outcomes of a comparison read alike: their numbers say which it was.
  const kinds = REASONS.filter(({ kind }) => kind !== "came-too-briefly")
  for (const explain of [en, hi])
    expect(new Set(kinds.map((reason) => explain(reason, ZONE))).size).toBe(kinds.length)
})

test("ATT-05 times are the academy's, and durations and who marked by hand are said in the reader's language", () => {
  const heard = { kind: "voice-heard", at: AT } as const
  expect(en(heard, ZONE)).toBe("Heard at 4:01 pm")
  expect(en(heard, "Europe/London")).toBe("Heard at 10:31 am")
  expect(hi(heard, ZONE)).toBe("शाम 4:01 बजे आवाज़ सुनी गई")
  const came = { kind: "came-too-briefly", seconds: 545, needed: 601, possible: 725 } as const
  expect(en(came, ZONE)).toBe("Present for 9 min 5 s of a possible 12 minutes; 11 minutes needed")
  expect(hi(came, ZONE)).toBe("12 मिनट में से 9 मिनट 5 सेकंड मौजूद; 11 मिनट ज़रूरी")
  const marked = { kind: "marked-by-hand", by: "Meera Iyer", reason: "doctor's note" } as const
  expect(explainReasons([marked, { kind: "never-came" }], "en", ZONE)).toBe(
    "Marked by Meera Iyer: doctor's note. Did not come",
  )
  expect(explainReasons([marked, { kind: "never-came" }], "hi", ZONE)).toBe(
    "Meera Iyer ने दर्ज किया: doctor's note। नहीं आए",
  )
  expect(en({ ...marked, by: null, reason: null }, ZONE)).toBe("Marked by hand")
})
