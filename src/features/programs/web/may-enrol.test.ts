import { expect, test } from "vitest"
import type { Role } from "#shared/roles.ts"
import type { PageRequest } from "#ui/api.ts"
import { enrollableBy, isEnrollable, offerTo } from "./may-enrol.ts"

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

test("CAT-07 PAY-02 a former member renews what is paid for, and enrols again in what isn't", async () => {
  const told = async (valid_until: string | null, price_paise: number, provider: string | null) => {
    const api = { payments: { options: async () => ({ provider }) } }
    const page = {
      api,
      now: new Date("2026-11-20T10:30:00Z"),
      zone: "Asia/Kolkata",
    } as unknown as PageRequest
    const [offered] = await offerTo(page, [{ enrolled: true, valid_until, price_paise }])
    return [offered?.enrolled, offered?.renews]
  }
  expect(await told(null, 100, "trial")).toEqual([true, false])
  expect(await told("2026-11-20", 100, "trial")).toEqual([true, false])
  expect(await told("2026-11-19", 100, "trial")).toEqual([true, true])
  expect(await told("2026-11-19", 0, "trial")).toEqual([false, false])
  expect(await told("2026-11-19", 100, null)).toEqual([false, false])
})
