import { expect, test } from "vitest"
import { autoStartDelay } from "./auto-start.ts"

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
