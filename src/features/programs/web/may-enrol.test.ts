import { expect, test } from "vitest"
import type { Role } from "#shared/roles.ts"
import type { PageRequest } from "#ui/api.ts"
import { enrollableBy, isEnrollable } from "./may-enrol.ts"

const PAID = { price_paise: 549_900 }
const FREE = { price_paise: 0 }

/** What a viewer is offered where payments are taken by `provider`: [a paid program, a free one]. */
async function offered(role: Role | null, provider: string | null) {
  const api = { payments: { options: async () => ({ provider }) } }
  const page = { api, viewer: role && { role } } as unknown as PageRequest
  const enrollable = await enrollableBy(page)
  return [isEnrollable(enrollable, PAID), isEnrollable(enrollable, FREE)]
}

test("CAT-07 students and visitors are offered every program, parents what they can pay for, staff none", async () => {
  for (const provider of ["trial", null]) {
    for (const role of [null, "student"] as const) expect(await offered(role, provider)).toEqual([true, true])
    for (const role of ["instructor", "office", "admin"] as const) {
      expect(await offered(role, provider), role).toEqual([false, false])
    }
  }
  expect(await offered("guardian", "trial")).toEqual([true, false])
  expect(await offered("guardian", null)).toEqual([false, false])
})
