import { desc, eq } from "drizzle-orm"
import type { z } from "zod"
import type { Review, StateCode } from "#contract/payments/priced.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { faultOfGstin, tidyGstin } from "../../bills/gstin.ts"
import type { Facts } from "../../facts.ts"
import { orders } from "../table.ts"

export type Buyer = Facts["buyer"]
type State = z.infer<typeof StateCode>

/** Who buys, as they say: the State that goes on record, and the registration of a business that pays. */
export type AskedBuyer = {
  state: State
  gstin?: string | undefined
  business_name?: string | undefined
  business_address?: string | undefined
}

/**
 * Whom an order is billed to. Throws FIELD_ERRORS for a GSTIN that is none, or of another State, and for one
 * without the business's address.
 */
export function requireBuyer(asked: AskedBuyer): Buyer {
  const buyer = buyerOf(asked)
  if (!buyer.gstin) return buyer
  const fault = faultOfGstin(buyer.gstin, asked.state)
  if (fault) refuseFields({ gstin: fault })
  if (!buyer.business_address) refuseFields({ business_address: "BUSINESS_ADDRESS_MISSING" })
  return buyer
}

function buyerOf({ state, gstin, business_name = "", business_address = "" }: AskedBuyer): Buyer {
  const tidy = tidyGstin(gstin)
  const place = { state, delivered_to: state }
  if (!tidy) return { ...place, gstin_state: null }
  const name = business_name.trim()
  const address = tidyLines(business_address)
  return {
    ...{ ...place, gstin_state: tidy.slice(0, 2), gstin: tidy },
    ...(name && { business_name: name }),
    ...(address && { business_address: address }),
  }
}

function tidyLines(typed: string): string {
  const lines = typed.split("\n").map((line) => line.trim())
  return lines.filter((line) => line !== "").join("\n")
}

/** What a checkout shows of the buyer, who is priced without a GSTIN until that is right. */
export type ReviewedBuyer = { shown: Pick<Review, "state" | "business">; buyer: Buyer | null }

/** Returns what a buyer typed, or what stands on their last order. */
export async function reviewBuyer(ctx: SignedInCtx, asked: Partial<AskedBuyer>): Promise<ReviewedBuyer> {
  const last = asked.state === undefined ? await readLastBuyer(ctx) : null
  const state = asked.state ?? (last?.state as State | undefined)
  const gstin = asked.gstin ?? last?.gstin ?? ""
  const name = asked.business_name ?? last?.business_name ?? ""
  const address = asked.business_address ?? last?.business_address ?? ""
  if (!state) return { shown: { state: null, business: { gstin, name, address, fault: null } }, buyer: null }
  const tidy = tidyGstin(gstin)
  const fault = tidy ? faultOfGstin(tidy, state) : null
  return {
    shown: { state, business: { gstin: tidy ?? "", name, address, fault } },
    buyer: buyerOf({ state, ...(!fault && { gstin }), business_name: name, business_address: address }),
  }
}

/** The State and the business of the viewer's last order, which they need not enter again. */
async function readLastBuyer(ctx: SignedInCtx): Promise<Buyer | null> {
  const [last] = await ctx.db
    .select({ facts: orders.facts })
    .from(orders)
    .where(eq(orders.buyer_id, ctx.viewer.user_id))
    .orderBy(desc(orders.created_at))
    .limit(1)
  return last?.facts.buyer ?? null
}
