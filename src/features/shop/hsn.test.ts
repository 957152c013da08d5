import { expect, test } from "vitest"
import { Hsn } from "#contract/shop/desk.ts"

test("PAY-08 an item's code is one of goods, which a return states with their quantity", () => {
  for (const code of ["9504", "611420", " 95049090 "]) expect(Hsn.safeParse(code).success).toBe(true)
  for (const code of ["999723", "9997", "61142", "Six"]) expect(Hsn.safeParse(code).success).toBe(false)
})
