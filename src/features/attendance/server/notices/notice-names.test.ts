import fc from "fast-check"
import { expect, test } from "vitest"
import { absenceText } from "#features/attendance/notice-text.ts"
import { nameChildren } from "#features/notifications/child-names.ts"
import { fitVariable } from "#features/notifications/rules.ts"

const child = (first_name: string, last_name = "Rao") => ({ first_name, last_name })

test("ATT-02 one child goes by the full name, brothers and sisters by first names, all of them", () => {
  expect(nameChildren([child("Asha")])).toBe("Asha Rao")
  expect(nameChildren([child("Asha"), child("Ravi")])).toBe("Asha (also Ravi)")
  expect(nameChildren([child("Asha"), child("Ravi"), child("Mina")])).toBe("Asha (also Ravi, Mina)")
  expect(nameChildren([child("Lakshminarasimha"), child("Venkatasubramaniam")])).toBe(
    "Lakshmin (also Venkatas)",
  )
})

test("ATT-07 the value of a variable is one line of at most 30 characters", () => {
  expect(fitVariable("Introduction to Organic Chemistry")).toBe("Introduction to Organic Che...")
  const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 })
  fc.assert(fc.property(words, (text) => fitVariable(text).length <= 30))
})

test("ATT-07 the text of a notice names every child of a parent, however long the class and the academy are called", () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{2,20}$/)
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 3 }), ([first = "", ...others]) => {
      const studentName = nameChildren([child(first), ...others.map((other) => child(other))])
      const text = absenceText({
        studentName,
        className: "Introduction to Organic Chemistry",
        academy: "The Kaksha Academy of Arts and Sciences",
        classDate: "20 Sept 2026",
        classTime: "10:30 am",
        helpPhone: "+91 80 0000 0100",
      })
      expect(text).toContain(`${studentName} was absent`)
      for (const other of [first, ...others]) expect(studentName).toContain(other.slice(0, 3))
    }),
  )
})
