import { desc } from "drizzle-orm"
import type { Integration } from "#contract/admin/integrations.ts"
import type { StateCode } from "#shared/states.ts"
import supplier from "#content/supplier.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import type { Ctx } from "#platform/context.ts"
import type { Registration } from "../facts.ts"
import { holdingOn } from "../supplies.ts"
import { gatewayEvents } from "./table.ts"

/** Returns what sales depend on beside the provider's keys. One query. */
export async function readSales(ctx: Ctx): Promise<NonNullable<Integration["sales"]>> {
  const [last] = await ctx.db
    .select({ received_at: gatewayEvents.received_at })
    .from(gatewayEvents)
    .orderBy(desc(gatewayEvents.received_at))
    .limit(1)
  const known = supplier.registrations as { from: string; kind: Registration }[]
  return {
    reported_at: last?.received_at.toISOString() ?? null,
    state: supplier.state as StateCode,
    registration: holdingOn(known, todayOf(ctx))?.kind ?? "unregistered",
  }
}
