import fc from "fast-check"
import { expect, test } from "vitest"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { LATEST_PAYMENT, nextLook, type PaymentState, paymentAfter, refundAfter } from "./order-states.ts"

const STATES: PaymentState[] = ["created", "failed", "authorized", "captured", "refunded"]

test("PAY-05 a payment's state only moves forward, but one that failed may be authorised and captured later", () => {
  expect(paymentAfter(null, "failed")).toBe("failed")
  expect(paymentAfter("failed", "authorized")).toBe("authorized")
  expect(paymentAfter("failed", "captured")).toBe("captured")
  expect(paymentAfter("captured", "failed")).toBe("captured")
  expect(paymentAfter("captured", "authorized")).toBe("captured")
  expect(paymentAfter("refunded", "captured")).toBe("refunded")
  expect(refundAfter("processed", "pending")).toBe("processed")
  expect(refundAfter("failed", "processed")).toBe("processed")
})

test("PAY-05 the last state is the same in whatever order, and however often, the provider tells them", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATES), { minLength: 1 }), fc.func(fc.integer()), (told, by) => {
      const last = (states: PaymentState[]) => states.reduce<PaymentState | null>(paymentAfter, null)
      const mixed = told.toSorted((one, other) => by(one) - by(other))
      expect(last([...mixed, ...told])).toBe(last(told))
    }),
  )
})

test("PAY-05 an order is looked at after 15 minutes, then ever less often, and for the last time after three days", () => {
  const made = new Date("2026-11-20T10:00:00Z")
  const looks: number[] = []
  for (let now: Date | null = made; now; ) {
    now = nextLook(made, now)
    if (now) looks.push(now.getTime() - made.getTime())
  }
  expect(looks.slice(0, 4)).toEqual([15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR])
  expect(looks.at(-1)).toBe(LATEST_PAYMENT)
  expect(looks.length).toBeLessThan(15)
  expect(nextLook(made, new Date(made.getTime() + 4 * DAY))).toBeNull()
})
