import { expect, test } from "vitest"
import { STATES } from "#shared/states.ts"
import { canLieIn, tidyPin } from "./pins.ts"

test("PAY-08 a PIN code is compared with its State by the region that India Post names first", () => {
  const capitals = [
    ...[
      ["110001", "07"],
      ["560001", "29"],
      ["600001", "33"],
      ["700001", "19"],
      ["800001", "10"],
    ],
    ...[
      ["400001", "27"],
      ["380001", "24"],
      ["226001", "09"],
      ["682555", "31"],
      ["744101", "35"],
    ],
    ...[
      ["605001", "34"],
      ["533464", "34"],
      ["673310", "34"],
      ["396230", "26"],
      ["194101", "38"],
      ["781001", "18"],
    ],
  ]
  for (const [pin = "", state = ""] of capitals) expect([pin, canLieIn(pin, state)]).toEqual([pin, true])
  for (const [pin = "", state = ""] of [
    ["560041", "27"],
    ["110001", "29"],
    ["400001", "29"],
    ["600001", "32"],
  ])
    expect([pin, canLieIn(pin, state)]).toEqual([pin, pin === "600001"])
})

test("PAY-08 every State has PIN codes but the one that is nowhere, and the army is everywhere", () => {
  for (const state of Object.keys(STATES)) {
    expect(canLieIn("900056", state)).toBe(true)
    const regions = Array.from({ length: 8 }, (_, at) => `${at + 1}00001`).filter((pin) =>
      canLieIn(pin, state),
    )
    expect([state, regions.length]).toEqual([state, state === "97" ? 8 : state === "34" ? 2 : 1])
  }
})

test("PAY-08 a PIN code is six digits as people type them, of which the first is no zero", () => {
  expect(["560 041", "560-041", "560041", "012345", "56004", "5600411"].map(tidyPin)).toEqual([
    ...["560041", "560041", "560041", null, null, null],
  ])
})
