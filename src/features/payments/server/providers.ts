import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI, directUpi, UPI_HOLD } from "#platform/money/direct-upi.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { HOUR } from "#shared/time.ts"
import { HOLD } from "../order-states.ts"

type Configured = Pick<Ctx, "money" | "env" | "brand">

/** Returns the provider that an order names, or null where it is no longer set up. */
export function providerNamed(ctx: Configured, name: string): MoneyPort | null {
  if (ctx.money?.name === name) return ctx.money
  return name === DIRECT_UPI ? directUpi(ctx) : null
}

/** Whether one can pay to the academy's UPI id beside another provider. */
export function hasUpiInstead(ctx: Configured): boolean {
  return ctx.money !== null && ctx.money.name !== DIRECT_UPI && directUpi(ctx) !== null
}

/** For how long an order is kept while it is paid, in milliseconds. */
export function holdOf(provider: string): number {
  return provider === DIRECT_UPI ? UPI_HOLD : HOLD
}

/** The same for goods: by UPI not for days, in which nobody else could buy them. Once it is told of, a transfer keeps them. */
export function goodsHoldOf(provider: string): number {
  return Math.min(holdOf(provider), HOUR)
}
