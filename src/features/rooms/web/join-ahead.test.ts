import { expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
const { classOfLink } = await import("./join-ahead.tsx")

test("ROOM-01 links into rooms are known by where they lead, and no others are", () => {
  const of = (href: string) => classOfLink(href, "https://kaksha.example/student-dashboard")
  expect(of("/live-classes?join=abc")).toBe("abc")
  expect(of("https://kaksha.example/live-classes?date=2026-11-20&start=abc")).toBe("abc")
  expect(of("/live-classes?enrol=abc")).toBeNull()
  expect(of("/class/abc?join=abc")).toBeNull()
  expect(of("https://elsewhere.example/live-classes?join=abc")).toBeNull()
})
