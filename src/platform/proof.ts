import { MINUTE } from "#shared/time.ts"
import type { Ctx } from "./context.ts"
import { refuse } from "./errors.ts"

/** How long a proof of identity is valid, in milliseconds. */
export const PROOF_LASTS = 15 * MINUTE

type Asked = Pick<Ctx, "sessions" | "http" | "clock">

/** Whether the person of this request's session proved who they are in the last 15 minutes: by signing in, or since. */
export async function hasRecentProof({ sessions, http, clock }: Asked): Promise<boolean> {
  const at = await sessions.provedAt(http)
  return at !== null && clock.now().getTime() - at.getTime() < PROOF_LASTS
}

/** Throws PROOF_NEEDED where that was longer ago. */
export async function requireRecentProof(ctx: Asked): Promise<void> {
  if (!(await hasRecentProof(ctx))) refuse("PROOF_NEEDED")
}
