import fc from "fast-check"
import { expect, test } from "vitest"
import { unpaintedFrom } from "./unpainted.ts"

test("ROOM-10 REC-01 a page that grew is painted on, and any other anew", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 })
  fc.assert(
    fc.property(letters, letters, (painted, items) => {
      const from = unpaintedFrom(painted, items)
      // What is painted, and then the rest over it, looks like the items in their order.
      const looks = from === 0 ? items : [...painted, ...items.slice(from)]
      expect(looks).toEqual(items)
    }),
  )
  expect(unpaintedFrom(["a", "b"], ["a", "b", "c"])).toBe(2)
  expect(unpaintedFrom(["a", "b"], ["a"])).toBe(0)
})
