import fc from "fast-check"
import { expect, test } from "vitest"
import {
  believableWatching,
  canRecord,
  extensionOf,
  filePath,
  firstVisibility,
  largestRecording,
  searchTextOf,
} from "./rules.ts"

test("REC-01 instructors and admins record, nobody else", () => {
  const roles = ["student", "guardian", "instructor", "admin", null] as const
  expect(roles.filter((role) => canRecord({ role } as Parameters<typeof canRecord>[0]))).toEqual([
    "instructor",
    "admin",
  ])
})

test("REC-01 no recording is larger than twelve hours at its bit rate, with half as much again to spare", () => {
  expect(largestRecording("720p")).toBe(((2_500_000 + 128_000) / 8) * 12 * 3_600 * 1.5)
  expect(largestRecording("1080p")).toBe(((5_000_000 + 128_000) / 8) * 12 * 3_600 * 1.5)
})

test("REC-05 a demo class's recording is shown to its students at first, any other to its instructor alone", () => {
  expect((["demo", "regular"] as const).map(firstVisibility)).toEqual([
    "enrolled_students",
    "instructor_only",
  ])
})

test("REC-04 the file is named after person, recording, quality and time, in the kind the browser recorded", () => {
  const row = { instructor_id: "anna", id: "one", quality: "720p", at: new Date(1_774_000_000_123) } as const
  expect(filePath({ ...row, mime_type: "video/webm;codecs=vp9,opus" })).toBe(
    "anna/one-720p-1774000000123.webm",
  )
  expect(filePath({ ...row, mime_type: "video/mp4;codecs=avc1" })).toBe("anna/one-720p-1774000000123.mp4")
  expect(extensionOf("")).toBe("webm")
  expect(extensionOf("audio/webm;was=video/mp4")).toBe("webm")
})

test("REC-05 a search looks in the title of the recording and of its class, once where they are the same", () => {
  expect(searchTextOf("Fractions", "Fractions")).toBe("Fractions")
  expect(searchTextOf("Halves", "Fractions")).toBe("Halves\nFractions")
})

test("REC-06 nobody watches more than a minute at first, or faster than four times since the last report", () => {
  expect(believableWatching(40, null)).toBe(40)
  expect(believableWatching(400, null)).toBe(60)
  expect(believableWatching(400, 10_000)).toBe(45)
  expect(believableWatching(44.6, 10_000)).toBe(45)
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(600_000), (watched, since) => {
      const believed = believableWatching(watched, since)
      expect(believed).toBeLessThanOrEqual(Math.min(watched, Math.round((since / 1_000) * 4 + 5)))
    }),
  )
})
