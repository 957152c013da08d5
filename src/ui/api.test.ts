import { expect, test } from "vitest"
import { LONGEST_ADDRESS } from "#app/http/request-limits.ts"
import { type PageRequest, requireViewer, safePath } from "./api.ts"

test("ACC-03 signing in leads back to a path of this site", () => {
  expect(safePath("/courses?program=7#top", "/")).toBe("/courses?program=7#top")
  expect(safePath(null, "/student-dashboard")).toBe("/student-dashboard")
})

test("ACC-03 signing in never leads to another site", () => {
  const elsewhere = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "/\n/evil.example/",
    "javascript:alert(1)",
    "",
  ]
  for (const to of elsewhere) expect(safePath(to, "/here"), JSON.stringify(to)).toBe("/here")
})

test("OPS-04 however long an address is, the redirect to sign in from it can be read, and leads back where it can", () => {
  const redirectFrom = (address: string) => {
    try {
      requireViewer({ viewer: null } as PageRequest, new Request(`http://localhost${address}`))
    } catch (redirect) {
      return (redirect as Response).headers.get("location") ?? ""
    }
    throw new Error("nobody was sent to sign in")
  }
  expect(redirectFrom("/account?tab=security")).toBe("/auth?to=%2Faccount%3Ftab%3Dsecurity")
  for (const piece of ["a", "&b=", "%25", "=", "ह", "/"]) {
    const query = piece.repeat(8_000 / encodeURI(piece).length)
    expect(redirectFrom(`/admin/students?q=${query}`)).toBe("/auth?to=%2Fadmin%2Fstudents")
    const short = piece.repeat(800 / encodeURI(piece).length)
    const location = redirectFrom(`/admin/students?q=${short}`)
    expect(location.length).toBeLessThan(LONGEST_ADDRESS)
    expect(new URL(location, "http://localhost").searchParams.get("to")).toMatch(/^\/admin\/students\?q=/)
    expect(redirectFrom(`/${query}`)).toBe("/auth?to=%2F")
  }
})
