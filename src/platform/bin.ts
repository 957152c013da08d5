import { DAY } from "#shared/time.ts"
import type { Ctx } from "./context.ts"

/** How long what was deleted can be brought back, in milliseconds. */
export const BIN_MS = 30 * DAY

/** What was deleted since then still lies in the bin. */
export function binStart({ clock }: Pick<Ctx, "clock">): Date {
  return new Date(clock.now().getTime() - BIN_MS)
}
