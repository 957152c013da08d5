import type { Brand } from "#shared/brand.ts"
import { DAY } from "#shared/time.ts"
import type { Environment } from "../env.ts"
import { GatewayRefused, type MoneyPort } from "./port.ts"

/** The name of Direct UPI among the providers. */
export const DIRECT_UPI = "upi"

/** Staff look at the bank's statement once a day or so, and a weekend lies between. */
export const UPI_HOLD = 3 * DAY

const BY_HAND = { code: "BY_HAND", said: "money that came by Direct UPI goes back by hand" }

/**
 * Returns the academy's own UPI id as a provider, or null without one. Nobody stands between payer and academy, so
 * nothing is asked or reported over the network: what was paid is told by staff, who see the bank's statement.
 */
export function directUpi({
  env,
  brand,
}: {
  env: Environment
  brand: Pick<Brand, "name">
}): MoneyPort | null {
  const { UPI_ID: upi_id, UPI_PAYEE } = env
  if (!upi_id) return null
  const payee = UPI_PAYEE || brand.name
  return {
    name: DIRECT_UPI,
    // Apps take letters and digits as a reference, and an order has one for all tries: nobody else keeps it.
    createOrder: async ({ amount_paise, notes, reference }) => ({
      ...{ id: (notes.order ?? reference).replaceAll(/[^A-Z0-9]/g, ""), amount_paise, state: "created" },
    }),
    checkout: (reference) => ({ way: DIRECT_UPI, upi_id, payee, reference }),
    fetchOrderPayments: async () => [],
    capture: async () => refuse(),
    refund: async () => refuse(),
    fetchRefund: async () => refuse(),
    listSettlements: async () => [],
    verifyReturn: () => false,
    parseWebhook: () => null,
  }
}

function refuse(): never {
  throw new GatewayRefused(BY_HAND)
}
