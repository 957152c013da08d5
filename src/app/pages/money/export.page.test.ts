import { ORPCError } from "@orpc/client"
import { RouterContextProvider } from "react-router"
import { expect, test } from "vitest"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { loader } from "./export.page.tsx"

/** Loads the page for some days, of which the API says this about who issued documents. */
async function load(days: { first: string; last: string }, issuers: () => Promise<unknown>) {
  const context = new RouterContextProvider()
  const page = {
    api: { money: { issuers } },
    viewer: { user_id: "u", role: "admin" },
    now: new Date("2026-11-20T10:30:00Z"),
    zone: "Asia/Kolkata",
    language: "en",
  }
  context.set(pageRequest, page as unknown as PageRequest)
  const request = new Request(`http://localhost/admin/money/export?${new URLSearchParams(days)}`)
  return loader({ request, context, params: {}, url: new URL(request.url) } as never)
}

test("PAY-07 days that no export takes are told at the last day, and lead to no file", async () => {
  const refuse = () =>
    Promise.reject(new ORPCError("FIELD_ERRORS", { data: { fields: { last: "EXPORT_BACKWARDS" } } }))
  const backwards = { first: "2026-11-30", last: "2026-11-01" }
  expect(await load(backwards, refuse)).toMatchObject({
    ...backwards,
    gstins: [],
    refused: "Choose a day that isn't before the first",
  })
  const november = { first: "2026-11-01", last: "2026-11-30" }
  expect(await load(november, async () => ({ gstins: ["27AAPFU0939F1ZV"] }))).toMatchObject({
    gstins: ["27AAPFU0939F1ZV"],
    refused: null,
  })
  await expect(load(november, () => Promise.reject(new Error("the database is away")))).rejects.toThrow(
    "away",
  )
})
