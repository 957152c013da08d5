import { and, desc, eq, gt, ne } from "drizzle-orm"
import type { OwnSession } from "#contract/accounts/account-security.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { endSessionsOf } from "../sessions.ts"
import { sessionLimits } from "../sign-in/session-limits.ts"
import { session } from "../table.ts"
import { describeDevice, maskAddress } from "./devices.ts"

/** The viewer's sessions, the last used first. */
export async function listSessions(ctx: SignedInCtx): Promise<OwnSession[]> {
  const current = await ctx.sessions.current(ctx.http)
  const { idle, total } = sessionLimits(ctx.env, ctx.viewer.role)
  const now = ctx.clock.now().getTime()
  const rows = await ctx.db
    .select()
    .from(session)
    .where(
      and(
        eq(session.userId, ctx.viewer.user_id),
        gt(session.expiresAt, ctx.clock.now()),
        gt(session.updatedAt, new Date(now - idle)),
        gt(session.createdAt, new Date(now - total)),
      ),
    )
    .orderBy(desc(session.updatedAt), desc(session.id))
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    place: maskAddress(row.ipAddress),
    signed_in_at: row.createdAt,
    last_used_at: row.updatedAt,
    current: row.id === current,
  }))
}

/** Signs out one of the viewer's devices. Throws NOT_FOUND for another person's. */
export async function endSession(ctx: SignedInCtx, sessionId: string): Promise<void> {
  const ended = await ctx.db
    .delete(session)
    .where(and(eq(session.id, sessionId), eq(session.userId, ctx.viewer.user_id)))
    .returning({ id: session.id })
  if (ended.length === 0) notFound()
  await emit(ctx, "person.changed", ctx.viewer.user_id)
}

/** Signs out every device but this one. Returns how many. */
export async function endOthers(ctx: SignedInCtx): Promise<{ ended: number }> {
  const current = await ctx.sessions.current(ctx.http)
  const others = await ctx.db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.userId, ctx.viewer.user_id), current ? ne(session.id, current) : undefined))
  await endSessionsOf(ctx, ctx.viewer.user_id, current ?? undefined)
  await emit(ctx, "person.changed", ctx.viewer.user_id)
  return { ended: others.length }
}
