import { expect, test } from "vitest"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { MINUTE } from "#shared/time.ts"
import { decideRoom } from "./decide-room.ts"

const NOW = new Date("2026-11-20T10:30:00Z")
type Held = Parameters<typeof decideRoom>[0]
const live: Held = { status: "live", class_type: "regular", standing: "enrolled", ended_at: null }

function refusalOf(held: Partial<Held>, role: Parameters<typeof decideRoom>[1] = "student"): string {
  const decided = decideRoom({ ...live, ...held }, role, NOW, "en")
  return typeof decided === "string" ? decided : `${decided.title}: ${decided.description}`
}

test("CLS-09 a live class opens to the enrolled, to who is approved, to its instructor and to an admin", () => {
  expect(refusalOf({})).toBe("student")
  expect(refusalOf({ class_type: "demo", standing: "approved" })).toBe("student")
  expect(refusalOf({ standing: "instructor" }, "instructor")).toBe("instructor")
  expect(refusalOf({ standing: "none" }, "admin")).toBe("instructor")
})

test.each<[standing: ScheduledClass["standing"], type: ScheduledClass["class_type"], text: string]>([
  ["none", "regular", "Enrollment Required: Please enroll in this class to join the live session"],
  ["none", "demo", "Demo Class Request Required: Please request access to this demo class first"],
  ["pending", "demo", "Request Pending: Your demo class request is awaiting instructor approval"],
  ["rejected", "demo", "Request Denied: Your demo class request was not approved"],
])("CLS-09 who stands as %s to a %s class reads '%s'", (standing, class_type, text) => {
  expect(refusalOf({ standing, class_type })).toBe(text)
})

test("CLS-09 a class that nobody started is not ready for students, and has no link for its instructor", () => {
  expect(refusalOf({ status: "scheduled" })).toBe(
    "Class Not Ready: The instructor hasn't started the class yet",
  )
  expect(refusalOf({ status: "scheduled", standing: "instructor" }, "instructor")).toContain(
    "No Meeting Link: This class doesn't have a meeting link yet",
  )
})

test("CLS-05 for ten minutes the room of a class that ended says so to its people, then the list does", () => {
  const ended = (minutes: number) => ({
    status: "completed" as const,
    ended_at: new Date(NOW.getTime() - minutes * MINUTE),
  })
  expect(refusalOf(ended(9))).toBe("student")
  expect(refusalOf(ended(10))).toContain("Class over")
  expect(refusalOf({ ...ended(1), standing: "none" })).toContain("Class over")
  expect(refusalOf({ status: "cancelled" })).toContain("Class over")
})
