import { expect, test } from "vitest"
import { mayBeCharges, mostCharges } from "./bank-charges.ts"

test("PAY-09 what banks may have kept is 1 % of the invoice, and between 50 and 500 rupees", () => {
  expect([1_000_00, 5_000_00, 21_999_99, 50_000_00, 9_00_000_00].map(mostCharges)).toEqual([
    ...[50_00, 50_00, 219_99, 500_00, 500_00],
  ])
})

test("PAY-09 only a small rest after a payment may be what banks kept, and once", () => {
  const left = { total_paise: 21_999_99, paid_paise: 21_982_29, charges_paise: 0, owed_paise: 17_70 }
  expect(mayBeCharges(left)).toBe(true)
  expect(mayBeCharges({ ...left, owed_paise: 219_99 })).toBe(true)
  expect(mayBeCharges({ ...left, owed_paise: 220_00 })).toBe(false)
  expect(mayBeCharges({ ...left, owed_paise: 0 })).toBe(false)
  expect(mayBeCharges({ ...left, charges_paise: 10_00 })).toBe(false)
  expect(mayBeCharges({ total_paise: 40_00, paid_paise: 0, charges_paise: 0, owed_paise: 40_00 })).toBe(false)
})
