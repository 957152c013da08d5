import { DAY } from "#shared/time.ts"
import type { Ctx } from "./context.ts"

/** How long something deleted stays in the bin, in milliseconds. */
export const BIN_MS = 30 * DAY

/** The oldest time of deletion that is still in the bin. */
export function binStart({ clock }: Pick<Ctx, "clock">): Date {
  return new Date(clock.now().getTime() - BIN_MS)
}
