import { expect, test } from "vitest"
import { deviceOf } from "./device.ts"

function visit(cookie: string | null, origin = "http://localhost") {
  const reply = new Headers()
  const request = new Request("http://localhost/student-dashboard", { headers: cookie ? { cookie } : {} })
  return { device: deviceOf(request, { reply, origin }), set: reply.get("set-cookie") }
}

test("ROOM-04 a browser keeps its device name from visit to visit, and another has its own", () => {
  const first = visit(null)
  expect(first.device).toMatch(/^[\w-]{6,40}$/)
  expect(first.set).toBe(`kaksha.device=${first.device}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`)
  expect(visit(`a=b; kaksha.device=${first.device}; c=d`)).toEqual({ device: first.device, set: null })
  expect(visit(null).device).not.toBe(first.device)
  expect(visit(null, "https://kaksha.example").set).toContain("; Secure")
})

test("ROOM-04 a cookie that can't be a device name is replaced", () => {
  expect(visit("kaksha.device=../../x").set).toContain("kaksha.device=")
  expect(visit("xkaksha.device=abcdefgh").set).toContain("kaksha.device=")
})
