import { type AnyContractProcedure, isContractProcedure } from "@orpc/contract"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { z } from "zod"
import { contract } from "#contract/index.ts"
import { SETTING_NAMES } from "#features/admin/server/setting-list.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { type PatchFixture, patchFixtures } from "./patch-fixtures.ts"

type Patch = { name: string; path: string; fields: string[] }

/** What says how a change is meant, and is no field of what is changed. */
const ABOUT_THE_CHANGE = ["scope", "known_updated_at"]
/** Columns that change with every write. */
const TRACES = ["updated_at", "updatedAt", "revision"]

function patchesOf(node: object, path: string[] = []): Patch[] {
  if (!isContractProcedure(node)) {
    return Object.entries(node).flatMap(([key, child]) => patchesOf(child, [...path, key]))
  }
  const { route, inputSchema } = (node as AnyContractProcedure)["~orpc"]
  if (route.method !== "PATCH") return []
  const named = [...(route.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, key]) => key ?? "")
  const shape = Object.keys((inputSchema as z.ZodObject).shape)
  const fields = shape.filter((key) => !named.includes(key) && !ABOUT_THE_CHANGE.includes(key))
  const name = path.join(".")
  // The settings come as a list of names.
  return [{ name, path: route.path ?? "", fields: name === "admin.changeSettings" ? SETTING_NAMES : fields }]
}

const patches = patchesOf(contract)

let product: HttpProduct
let fixtures: ReturnType<typeof patchFixtures>

beforeAll(async () => {
  product = await startHttpProduct()
  fixtures = patchFixtures(product)
})
afterAll(() => product?.close())

async function send({ path }: Patch, fixture: PatchFixture, values: Record<string, unknown>) {
  const body = fixture.bodyOf?.(values) ?? values
  const address = path.replace(/\{(\w+)\}/g, (_, key: string) => fixture.ids[key] ?? "")
  const answer = await product.call(fixture.person, "PATCH", `/api/v1${address}`, body)
  expect(answer.status, `${JSON.stringify(body)}: ${await answer.text()}`).toBe(200)
}

function changedColumns(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => !TRACES.includes(name))
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

test("OPS-04 every PATCH of the contract has its fixture, with all of its fields", async () => {
  expect(Object.keys(fixtures).toSorted()).toEqual(patches.map(({ name }) => name).toSorted())
  expect(patches.length).toBeGreaterThan(0)
})

test.each(patches)("OPS-04 $name changes the one field that is sent, and no other", async (patch) => {
  const fixture = await fixtures[patch.name]?.()
  if (!fixture) throw new Error(`${patch.name} needs a fixture in tests/patch-fixtures.ts`)
  expect(Object.keys(fixture.fields).toSorted()).toEqual(patch.fields.toSorted())
  // Both ways round, so that neither a default nor an emptied value can be what was there already.
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    for (const [field, values] of Object.entries(fixture.fields)) {
      if (from === 1 && fixture.oneWay?.includes(field)) continue
      const all = Object.fromEntries(Object.entries(fixture.fields).map(([name, own]) => [name, own[from]]))
      const start = { ...all, ...fixture.around, [field]: values[from] }
      await (fixture.write?.(start) ?? send(patch, fixture, start))
      const before = await fixture.read()
      await send(patch, fixture, { [field]: values[to] })
      const expected = fixture.columns?.[field] ?? [field]
      const changed = changedColumns(before, await fixture.read())
      expect(changed, `${patch.name} with ${field}`).toContain(expected[0])
      expect(
        changed.filter((name) => !expected.includes(name)),
        `${patch.name} with ${field}`,
      ).toEqual([])
    }
  }
})
