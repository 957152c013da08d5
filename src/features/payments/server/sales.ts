import { desc } from "drizzle-orm"
import type { Integration } from "#contract/admin/integrations.ts"
import type { Ctx } from "#platform/context.ts"
import { readSupplier } from "./bills/suppliers.ts"
import { suppliers } from "./bills/table.ts"
import { gatewayEvents } from "./table.ts"

/** Whether the office has entered who sells, as bills name them. */
export async function hasSupplier({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await db.$count(suppliers)) > 0
}

/** Returns what sales depend on beside the provider's keys. Two queries. */
export async function readSales(ctx: Ctx): Promise<NonNullable<Integration["sales"]>> {
  const [last] = await ctx.db
    .select({ received_at: gatewayEvents.received_at })
    .from(gatewayEvents)
    .orderBy(desc(gatewayEvents.received_at))
    .limit(1)
  const { current } = await readSupplier(ctx)
  return {
    reported_at: last?.received_at.toISOString() ?? null,
    supplier: current && { state: current.state, registration: current.registration },
  }
}
