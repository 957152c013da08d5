import { expect, test } from "vitest"
import { MINUTE } from "#shared/time.ts"
import { codeAt } from "./code-at.ts"

const FROM = Date.parse("2026-11-26T10:30:00Z")
const codes = [
  { code: "111111", from: FROM },
  { code: "222222", from: FROM + MINUTE },
]

test("ATT-08 a screen shows the code of the server's minute, however wrong its own clock is, and none once they run out", () => {
  const day = 24 * 60 * MINUTE
  const shown = (seconds: number, offsetMs = 0) =>
    codeAt({ offsetMs, codes }, FROM + seconds * 1_000 - offsetMs)
  expect(shown(0)).toEqual({ code: "111111", secondsLeft: 60 })
  expect(shown(59.5)).toEqual({ code: "111111", secondsLeft: 1 })
  expect(shown(60)).toMatchObject({ code: "222222" })
  expect(shown(61, -day)).toMatchObject({ code: "222222", secondsLeft: 59 })
  expect(shown(120)).toEqual({ code: null, secondsLeft: 0 })
  expect(shown(-1).code).toBeNull()
})
