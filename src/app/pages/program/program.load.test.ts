import { expect, test } from "vitest"
import type { PageRequest } from "#ui/api.ts"
import { loadProgram } from "./program.load.ts"

/** What the page says of a membership until `valid_until`, where payments are taken by `provider`. */
async function membershipOf(valid_until: string, provider: string | null) {
  const program = {
    ...{ id: "p", slug: "tabla", instructor: "Meera Iyer", delivery: "online", enrolled: true, valid_until },
    ...{ price_paise: 900_000, monthly_fee_paise: 200_000 },
  }
  const none = async () => []
  const api = {
    programs: { get: async () => program, similar: none, materials: none },
    classes: { coming: none, batches: none },
    payments: { options: async () => ({ provider }) },
  }
  const page = {
    ...{ api, viewer: { user_id: "u", role: "student" }, now: new Date("2026-11-20T10:30:00Z") },
    ...{ zone: "Asia/Kolkata", language: "en", origin: "http://localhost", brand: {} },
  } as unknown as PageRequest
  const { membership } = (await loadProgram(page, "tabla")) as { membership: { renewable: boolean } }
  return membership
}

test("PAY-02 PAY-01 a membership, running or ended, is offered to renew only where payments are taken", async () => {
  expect(await membershipOf("2026-11-25", "upi")).toMatchObject({ ended: false, renewable: true })
  expect(await membershipOf("2026-11-25", null)).toMatchObject({ ended: false, renewable: false })
  expect(await membershipOf("2026-11-10", "upi")).toMatchObject({ ended: true, renewable: true })
  expect(await membershipOf("2026-11-10", null)).toMatchObject({ ended: true, renewable: false })
})
