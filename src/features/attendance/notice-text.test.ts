import fc from "fast-check"
import { expect, test } from "vitest"
import { countSeptets } from "#features/notifications/sms-text.ts"
import { absenceText, correctionText } from "./notice-text.ts"

const notice = {
  studentName: "Aarav Sharma",
  className: "Algebra: Linear Equations",
  classDate: "12 Mar 2026",
  classTime: "4:00 pm",
  academy: "Kaksha Academy",
  helpPhone: "+91 80 4710 2200",
}

test("ATT-02 the notice says who was absent from which class, when, and whom to call", () => {
  expect(absenceText(notice)).toBe(
    "Aarav Sharma was absent from Algebra: Linear Equations on 12 Mar 2026, 4:00 pm. If this is wrong, call +91 80 4710 2200. - Kaksha Academy",
  )
  expect(absenceText({ ...notice, helpPhone: null })).toContain("If this is wrong, please tell us.")
})

test("ATT-06 the notice carries the link by which the guardian answers, whole", () => {
  const answerLink = "https://kaksha.example/a/7fK2mQ9xTbV4"
  const text = absenceText({ ...notice, studentName: "Venkata Subramaniam Raghavendra Iyer", answerLink })
  expect(text).toContain(`Tell us why: ${answerLink}`)
  expect(countSeptets(text)).toBeLessThanOrEqual(160)
})

const names = fc
  .array(fc.stringMatching(/^[A-Za-zéñü'.^€-]{1,40}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(" "))

test("ATT-07 with names of any length the notice is one GSM-7 part, with date, time and number whole", () => {
  fc.assert(
    fc.property(names, names, names, (studentName, className, academy) => {
      const text = absenceText({ ...notice, studentName, className, academy })
      expect(countSeptets(text)).not.toBeNull()
      expect(countSeptets(text)).toBeLessThanOrEqual(160)
      expect(text).toContain(" on 12 Mar 2026, 4:00 pm. If this is wrong, call +91 80 4710 2200. - ")
      const correction = correctionText({ ...notice, studentName, className, academy })
      expect(countSeptets(correction)).toBeLessThanOrEqual(160)
    }),
  )
})

test("ATT-07 long names are shortened as people would, and none exceeds the 30 characters of a variable", () => {
  const shorten = (studentName: string) => absenceText({ ...notice, studentName }).split(" was absent")[0]
  expect(shorten("Venkata Subramaniam Raghavendra Iyer")).toBe("Venkata Iyer")
  expect(shorten("Lakshminarasimhaprasad Venkataramanan")).toBe("Lakshminarasimhaprasad V")
  const text = absenceText({
    ...notice,
    className: "Introduction to Organic Chemistry and Reaction Mechanisms",
  })
  expect(text).toContain("absent from Introduction to Organic... on")
})

test("ATT-07 typographic signs and foreign accents don't cost the one-part alphabet", () => {
  const text = absenceText({ ...notice, studentName: "Āśā D\u2019Souza", classTime: "4:00\u202fpm" })
  expect(text).toContain("Asa D'Souza was absent")
  expect(text).toContain(", 4:00 pm.")
  expect(countSeptets(text)).toBeLessThanOrEqual(160)
})

test("ATT-07 a name in its own script stays as it is", () => {
  const text = absenceText({ ...notice, studentName: "आरव शर्मा" })
  expect(text).toContain("आरव शर्मा was absent")
  expect(countSeptets(text)).toBeNull()
})

test("ATT-07 signs of the extension table count twice", () => {
  expect(countSeptets("a[€]")).toBe(7)
})

test("ATT-05 the correction takes the absence back in plain words", () => {
  expect(correctionText(notice)).toBe(
    "Correction: Aarav Sharma was not absent from Algebra: Linear Equations on 12 Mar 2026. We are sorry for the mistake. - Kaksha Academy",
  )
})
