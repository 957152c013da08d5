import { expect, test } from "vitest"
import { redirectWithToast } from "#ui/api.ts"
import { secureCookies } from "./page-cookies.ts"

test("ACC-11 what a page keeps in a cookie becomes Secure on its way out over TLS, once", () => {
  const { headers } = redirectWithToast("/courses", { tone: "success", title: "Saved" })
  headers.append("set-cookie", "theme=dark; Path=/; Secure; SameSite=Lax")
  expect(headers.getSetCookie()[0]).not.toContain("Secure")
  secureCookies(headers)
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^kaksha\.flash=.*; HttpOnly; SameSite=Lax; Secure$/),
    "theme=dark; Path=/; Secure; SameSite=Lax",
  ])
  expect(headers.get("location")).toBe("/courses")
})
