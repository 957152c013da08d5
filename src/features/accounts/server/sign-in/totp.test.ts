import { expect, test } from "vitest"
import { SECOND } from "#shared/time.ts"
import { newTotpSecret, totpCode, totpStep, totpUrl } from "./totp.ts"

/** RFC 6238's secret, "12345678901234567890", in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

test("ACC-10 codes are those of RFC 6238, appendix B", () => {
  const at = (seconds: number) => totpCode(SECRET, new Date(seconds * SECOND))
  // The last six of the eight digits that the appendix lists.
  expect([59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map(at)).toEqual([
    "287082",
    "081804",
    "050471",
    "005924",
    "279037",
    "353130",
  ])
})

test("ACC-10 a code counts one step early and late, and neither earlier than that nor twice", () => {
  const now = new Date("2026-11-20T10:30:10Z")
  const step = Math.floor(now.getTime() / (30 * SECOND))
  const shifted = (steps: number) => totpCode(SECRET, new Date(now.getTime() + steps * 30 * SECOND))
  expect([-2, -1, 0, 1, 2].map((by) => totpStep(SECRET, shifted(by), now, 0))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  expect(totpStep(SECRET, shifted(0), now, step)).toBeNull()
  expect(totpStep(SECRET, shifted(-1), now, step)).toBeNull()
  expect(totpStep(SECRET, shifted(1), now, step)).toBe(step + 1)
})

test("ACC-10 a new secret has 160 bits and stands in the address that apps scan", () => {
  const secret = newTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(secret)
  const url = new URL(totpUrl("Asha & Sons", "noor@example.com", secret))
  expect(url.href).toMatch(/^otpauth:\/\/totp\/Asha%20%26%20Sons:noor%40example\.com\?/)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret,
    issuer: "Asha & Sons",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  })
})
