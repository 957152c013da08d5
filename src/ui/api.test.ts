import { expect, test } from "vitest"
import { safePath } from "./api.ts"

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
