import { Validator } from "@seriousme/openapi-schema-validator"
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newId } from "#shared/ids.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin } from "./people.ts"

type Parameter = { name: string; in: "path" | "query"; schema: { type?: string; maximum?: number } }
type Operation = { parameters?: Parameter[]; responses: Record<string, unknown> }
type OpenApi = { openapi: string; paths: Record<string, Record<string, Operation>> }

let product: HttpProduct
let document: OpenApi

beforeAll(async () => {
  product = await startHttpProduct()
  document = await (await product.call(null, "GET", "/api/v1/openapi.json")).json()
})
afterAll(() => product.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test("OPS-04 every operation of the document names what it answers to bad input and to strangers", () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(operations().length).toBeGreaterThan(100)
  const silent = operations().filter(({ operation }) =>
    ["400", "401", "403", "404", "422", "429"].some((status) => !(status in operation.responses)),
  )
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

test("OPS-04 the document is one by the OpenAPI 3.1 specification, as a validator reads it", async () => {
  const validator = new Validator()
  expect(await validator.validate(document as never)).toEqual({ valid: true })
  expect(validator.version).toBe("3.1")
  // It knows a broken one: a parameter that is nowhere.
  const [path = "", methods] = Object.entries(document.paths)[0] ?? []
  const broken = { ...document, paths: { [path]: { ...methods, get: { parameters: [{ name: "page" }] } } } }
  expect(await new Validator().validate(broken as never)).toMatchObject({ valid: false })
})

/** Yields every JSON schema in a part of the document, with its path. */
function* schemasIn(part: unknown, way: string): Generator<[string, Record<string, unknown>]> {
  if (part === null || typeof part !== "object") return
  for (const [name, child] of Object.entries(part)) {
    const here = `${way}/${name}`
    if (name === "schema" && child !== null && typeof child === "object") yield* subschemas(child, here)
    else yield* schemasIn(child, here)
  }
}

function* subschemas(
  schema: Record<string, unknown>,
  way: string,
): Generator<[string, Record<string, unknown>]> {
  yield [way, schema]
  for (const [name, child] of Object.entries(schema)) {
    if (name === "default" || child === null || typeof child !== "object") continue
    const named =
      name === "properties" ? Object.entries(child) : Array.isArray(child) ? child.entries() : [["", child]]
    for (const [key, one] of named)
      if (one !== null && typeof one === "object") yield* subschemas(one, `${way}/${name}/${key}`)
  }
}

test("OPS-04 every schema of the document is one, and takes its own default", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const wrong: string[] = []
  const seen = [...schemasIn(document.paths, "")]
  for (const [way, schema] of seen) {
    const top = way.endsWith("/schema")
    if (top && !ajv.validateSchema(schema)) wrong.push(`${way}: ${ajv.errorsText()}`)
    if ("default" in schema && !ajv.validate(schema, schema.default))
      wrong.push(`${way}: default ${JSON.stringify(schema.default)} is no ${JSON.stringify(schema.type)}`)
  }
  expect(seen.length).toBeGreaterThan(2_000)
  expect(wrong).toEqual([])
})

test("OPS-04 no number that the document allows in a query breaks the server", async () => {
  const admin = await createAdmin(product.ctx)
  const asked = operations()
    .filter(({ method, path }) => method === "get" && path !== "/events")
    .flatMap(({ path, operation }) =>
      (operation.parameters ?? [])
        .filter((one) => one.in === "query" && one.schema.type === "integer")
        .map((one) => `${path.replace(/\{\w+\}/g, newId())}?${one.name}=${one.schema.maximum}`),
    )
  expect(asked.length).toBeGreaterThan(10)
  const broken: string[] = []
  for (const path of asked) {
    const { status } = await product.call(admin, "GET", `/api/v1${path}`)
    if (status >= 500) broken.push(`${status} ${path}`)
  }
  expect(broken).toEqual([])
})

test("OPS-04 a text with a character that the database can't store is bad input, not a failure", async () => {
  const answer = await product.call(null, "POST", "/api/v1/subscriptions/end", { key: "a\u0000b" })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: "BAD_REQUEST",
    data: { issues: [{ message: expect.stringContaining("stored") }] },
  })
})

test("OPS-04 an answer is compressed for clients that accept it, and tells caches so", async () => {
  const ask = (encoding: string) =>
    fetch(`${product.address}/api/v1/openapi.json`, { headers: { "accept-encoding": encoding } })
  const [plain, small] = [await ask("identity"), await ask("gzip")]
  for (const answer of [plain, small]) expect(answer.headers.get("vary")).toBe("Accept-Encoding")
  expect(plain.headers.get("content-encoding")).toBeNull()
  expect(small.headers.get("content-encoding")).toBe("gzip")
  expect(await small.json()).toEqual(await plain.json())
})

test("OPS-07 the document and its reference are written once, and may be kept", async () => {
  for (const path of ["openapi.json", "docs"]) {
    const answer = await fetch(`${product.address}/api/v1/${path}`)
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300")
    const tag = answer.headers.get("etag") ?? ""
    const again = await fetch(`${product.address}/api/v1/${path}`, { headers: { "if-none-match": tag } })
    expect(again.status).toBe(304)
  }
})
