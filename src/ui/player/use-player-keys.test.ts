import { expect, test } from "vitest"
import { nextSpeed } from "./use-player-keys.ts"

test("REC-06 the keys step through the speeds from half to double and stop there", () => {
  expect([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(2, 1), nextSpeed(0.5, -1)]).toEqual([
    1.25, 0.75, 2, 0.5,
  ])
})
