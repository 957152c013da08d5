import { expect, test } from "vitest"
import { averageLevel, REPORT_FROM_LEVEL } from "./voice-level.ts"

const tone = (peak: number) =>
  Float32Array.from({ length: 4_800 }, (_, at) => peak * Math.sin((2 * Math.PI * 440 * at) / 48_000))

test("ATT-01 silence is level 0, and full scale is level 100", () => {
  expect(averageLevel([])).toBe(0)
  expect(averageLevel([new Float32Array(4_800)])).toBe(0)
  expect(averageLevel([new Float32Array(4_800).fill(1)])).toBe(100)
})

test("ATT-01 speech at ordinary loudness passes the threshold, the hiss of a room does not", () => {
  expect(averageLevel([tone(0.2)])).toBeGreaterThanOrEqual(REPORT_FROM_LEVEL)
  expect(averageLevel([tone(0.01)])).toBeLessThan(REPORT_FROM_LEVEL)
})

test("ATT-01 the level is an average: one loud moment in a silent second is not voice", () => {
  const click = new Float32Array(48_000)
  click.fill(0.5, 0, 100)
  expect(averageLevel([click])).toBeLessThan(REPORT_FROM_LEVEL)
  expect(averageLevel([tone(0.2), new Float32Array(4_800)])).toBeLessThan(averageLevel([tone(0.2)]))
})
