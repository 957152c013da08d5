import { afterAll, beforeAll, expect, test } from "vitest"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createStudent } from "./people.ts"
import { everyRouteOf } from "./routes.ts"

let product: HttpProduct
beforeAll(async () => {
  product = await startHttpProduct()
})
afterAll(() => product?.close())

/** Made afresh for each viewer, and told apart by its tag. */
const KEPT_BY_ITS_OWNER = /calendar\.ics$/
/** The same for everybody. */
const OF_ALL = /^\/api\/v1\/(openapi\.json|docs)$/

test("OPS-04 no answer that depends on who asks is kept by a browser or on its way", {
  timeout: 60_000,
}, async () => {
  const { ctx } = product
  const people = [null, await createStudent(ctx), await createAdmin(ctx)]
  const routes = everyRouteOf(product).filter(
    ({ path }) => !KEPT_BY_ITS_OWNER.test(path) && !OF_ALL.test(path),
  )
  const kept: string[] = []
  let readable = 0
  for (const { method, sample } of routes) {
    // Pages post forms.
    const isForm = method !== "GET" && !sample.startsWith("/api/")
    for (const person of isForm ? [null] : people) {
      const answer = await product.call(person, method, sample, method === "GET" ? undefined : {})
      await answer.body?.cancel()
      if (answer.status === 200) readable += 1
      if (!/no-store/.test(answer.headers.get("cache-control") ?? "")) kept.push(`${method} ${sample}`)
    }
  }
  expect(kept).toEqual([])
  expect(readable).toBeGreaterThan(25)
})

test("ADM-05 an export of a whole list is not kept", async () => {
  const answer = await product.call(await createAdmin(product.ctx), "GET", "/admin/export/students.csv")
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"])
})
