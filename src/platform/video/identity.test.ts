import fc from "fast-check"
import { expect, test } from "vitest"
import { formatIdentity, parseIdentity } from "#platform/video/identity.ts"

const part = fc.stringMatching(/^[A-Za-z0-9_.-]{1,60}$/)

test("ROOM-04 an identity read back names the same person and device", () => {
  fc.assert(
    fc.property(part, part, (personId, deviceId) => {
      expect(parseIdentity(formatIdentity(personId, deviceId))).toEqual({ personId, deviceId })
    }),
  )
})

test("ROOM-04 an identity that could be read in two ways is never made", () => {
  for (const bad of ["", "a:b", "a b", "ä"]) {
    expect(() => formatIdentity(bad, "phone")).toThrow(RangeError)
    expect(() => formatIdentity("asha", bad)).toThrow(RangeError)
  }
  expect(() => formatIdentity("a".repeat(250), "phone123")).toThrow("259 characters")
})

test("ROOM-04 a foreign identity is nobody's", () => {
  for (const foreign of ["", "asha", "asha:", ":phone", "asha:phone:2", "EG_recorder", "a b:c"]) {
    expect(parseIdentity(foreign)).toBeNull()
  }
})
