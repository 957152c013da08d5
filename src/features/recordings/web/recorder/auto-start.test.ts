import { expect, test } from "vitest"
import { autoStartDelay, hasEnded } from "./auto-start.ts"

test("REC-02 recording begins 3 s after joining a demo or auto_record class, else as the switch says", () => {
  const now = new Date("2026-11-20T10:30:00Z")
  const scheduledClass = {
    class_type: "regular",
    auto_record: false,
    started_at: new Date("2026-11-20T10:00:00Z"),
  }
  expect(autoStartDelay({ ...scheduledClass, class_type: "demo" }, false, now)).toBe(3_000)
  expect(autoStartDelay({ ...scheduledClass, auto_record: true }, false, now)).toBe(3_000)
  expect(autoStartDelay({ ...scheduledClass, started_at: new Date("2026-11-20T10:29:55Z") }, true, now)).toBe(
    3_000,
  )
  expect(autoStartDelay(scheduledClass, true, now)).toBe(2_000)
  expect(autoStartDelay(scheduledClass, false, now)).toBeNull()
})

test("REC-02 a recording of an earlier stay is not taken for one ended during this one, though it was saved later", () => {
  const at = (minute: number) => `2026-11-20T10:${minute}:00Z`
  const recordings = [
    { id: "running", recording_ended_at: null },
    { id: "before", recording_ended_at: at(20) },
    { id: "left", recording_ended_at: at(31) },
  ]
  expect(hasEnded(recordings, new Date(at(30)), null)).toBe(true)
  expect(hasEnded(recordings, new Date(at(30)), "left")).toBe(false)
  expect(hasEnded(recordings, new Date(at(10)), "left")).toBe(true)
})
