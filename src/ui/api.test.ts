import { expect, test } from "vitest"
import { z } from "zod"
import { LONGEST_ADDRESS } from "#app/http/request-limits.ts"
import { type PageRequest, requireViewer, safePath, serveForm } from "./api.ts"

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

test.each([
  ["en", "Fill this in", "Give a whole number from 1 to 9"],
  ["hi", "यह जानकारी भरें", "1 से 9 तक की पूरी संख्या लिखें"],
] as const)("NAV-06 NAV-11 what is wrong at a field is said in %s", async (language, empty, outside) => {
  const posted = new FormData()
  posted.set("days", "10")
  const request = new Request("http://localhost/form", { method: "POST", body: posted })
  const context = { get: () => ({ language }) as PageRequest }
  const Form = z.object({
    name: z.string(),
    days: z.coerce.number().max(9, "Give a whole number from 1 to 9"),
  })
  const reply = await serveForm({ request, context: context as never }, Form, () => {
    throw new Error("a form with errors was served")
  })
  if (reply instanceof Response) throw new Error("a form with errors leads nowhere")
  expect(reply.data.form?.error).toEqual({ name: [empty], days: [outside] })
})
