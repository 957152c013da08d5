import { expect, test, vi } from "vitest"
import { roomPath } from "#features/classes/addresses.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { classOfLink } = await import("./join-ahead.tsx")

test("ROOM-01 links into rooms are known by where they lead, and no others are", () => {
  const of = (href: string) => classOfLink(href, "https://kaksha.example/student-dashboard")
  expect(of(roomPath("abc"))).toBe("abc")
  expect(of("https://kaksha.example/class/abc/room#chat")).toBe("abc")
  expect(of("/class/abc")).toBeNull()
  expect(of("/class/abc/register")).toBeNull()
  expect(of("/class/abc/room/files")).toBeNull()
  expect(of("/live-classes?sign-in=abc")).toBeNull()
  expect(of("https://elsewhere.example/class/abc/room")).toBeNull()
})
