import type { Ctx, SignedIn } from "#platform/context.ts"

/** A session of the person, as a Cookie header. */
export async function cookieFor(ctx: Ctx, { user_id }: SignedIn): Promise<string> {
  const reply = new Headers()
  await ctx.sessions.openTrusted({ request: new Headers(), reply }, user_id)
  return reply
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ")
}
