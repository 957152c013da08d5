import { expect, test } from "vitest"
import { formatHours, formatHoursIn, formatLength, formatSize } from "./lengths.ts"

test("REC-05 lengths read as m:ss, from an hour on with hours, and sizes as MB with one decimal", () => {
  expect([0, 6.4, 65, 599.6, 3_600, 4_929].map(formatLength)).toEqual([
    ...["0:00", "0:06", "1:05", "10:00", "1:00:00", "1:22:09"],
  ])
  expect([0, 65_287, 1_247_150_000].map(formatSize)).toEqual(["0.0 MB", "0.1 MB", "1189.4 MB"])
})

test("DASH-02 time watched reads as minutes, from an hour on with hours", () => {
  expect([0, 29, 95, 3_570, 7_200, 11_100].map(formatHours)).toEqual([
    ...["0 min", "0 min", "2 min", "1 h", "2 h", "3 h 5 min"],
  ])
  expect([95, 3_600, 3_900, 11_100, 39_600].map((seconds) => formatHoursIn("hi", seconds))).toEqual([
    ...["2 मिनट", "1 घंटा", "1 घंटा 5 मिनट", "3 घंटे 5 मिनट", "11 घंटे"],
  ])
})
