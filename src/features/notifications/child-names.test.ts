import fc from "fast-check"
import { expect, test } from "vitest"
import { listChildren, sayChildren } from "./child-names.ts"

const child = (first_name: string, last_name = "Rao") => ({ first_name, last_name })

test("NAV-12 a message to a guardian names one child in full and several by first names, in the reader's language", () => {
  expect(listChildren([child("Asha")])).toBe("Asha Rao")
  expect(listChildren([child("Asha"), child("Ravi"), child("Mina")])).toBe("Asha, Ravi, Mina")
  expect(sayChildren([child("Asha"), child("Ravi")], "en")).toBe("Asha and Ravi")
  expect(sayChildren([child("Asha"), child("Ravi")], "hi")).toBe("Asha और Ravi")
})

test("NAV-12 the names of siblings fit the variable of a template, and each can be told from the others", () => {
  const name = fc.stringMatching(/^[A-Z][a-z]{2,20}$/)
  fc.assert(
    fc.property(fc.array(name, { minLength: 2, maxLength: 3 }), ([first = "", ...others]) => {
      const names = listChildren([child(first), ...others.map((other) => child(other))])
      expect(names.length).toBeLessThanOrEqual(30)
      expect(names.split(", ").map((one) => one.slice(0, 3))).toEqual(
        [first, ...others].map((one) => one.slice(0, 3)),
      )
    }),
  )
})
