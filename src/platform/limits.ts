import { createHash } from "node:crypto"
import { and, gt, inArray, sql } from "drizzle-orm"
import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core"
import { DAY, HOUR, SECOND } from "#shared/time.ts"
import { networkOf } from "./client-address.ts"
import type { Ctx } from "./context.ts"
import { deleteOld } from "./database/delete-old.ts"
import { refuse } from "./errors.ts"

/** How often something was tried in the present window. Whom it is about is kept as a hash. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    ends_at: timestamp("ends_at", { withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [index("rate_limits_end").on(table.ends_at)],
)

export type Limit = {
  /** What is counted, such as "password-of-account". */
  name: string
  /** What it is counted for: an e-mail, an address. */
  of: string
  most: number
  /** Milliseconds, from the first try. */
  window: number
}

function keyOf({ name, of }: Limit): string {
  return `${name}:${createHash("sha256").update(of).digest("base64url").slice(0, 22)}`
}

/**
 * Counts one try against each limit, in one statement, so that processes sharing the database can't race:
 * every try after the last allowed one is refused. Returns 0, or in how many seconds the longest exceeded
 * window ends.
 *
 * Windows are fixed: they begin with the first try and never move, so further tries don't extend a refusal;
 * at a boundary twice as much may pass in a short time. A library's store does the same in three queries and
 * a table of its own, and uses neither our transactions nor our clock.
 */
export async function countTry(ctx: Pick<Ctx, "db" | "clock">, limits: readonly Limit[]): Promise<number> {
  if (limits.length === 0) return 0
  const now = ctx.clock.now()
  const byKey = new Map(limits.map((limit) => [keyOf(limit), limit]))
  // In one order everywhere, or two statements could wait for each other.
  const rows = [...byKey]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { window }]) => ({ key, tries: 1, ends_at: new Date(now.getTime() + window) }))
  const over = sql`${rateLimits.ends_at} <= ${now.toISOString()}::timestamptz`
  const counted = await ctx.db
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${over} then 1 else ${rateLimits.tries} + 1 end`,
        ends_at: sql`case when ${over} then excluded.ends_at else ${rateLimits.ends_at} end`,
      },
    })
    .returning()
  const waits = counted.map(({ key, tries, ends_at }) =>
    tries > (byKey.get(key)?.most ?? 0) ? ends_at.getTime() - now.getTime() : 0,
  )
  return Math.ceil(Math.max(...waits) / SECOND)
}

/** The same without counting: 0, or in how many seconds the longest window that is used up ends. */
export async function waitFor(ctx: Pick<Ctx, "db" | "clock">, limits: readonly Limit[]): Promise<number> {
  if (limits.length === 0) return 0
  const now = ctx.clock.now()
  const byKey = new Map(limits.map((limit) => [keyOf(limit), limit]))
  const rows = await ctx.db
    .select()
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, [...byKey.keys()]), gt(rateLimits.ends_at, now)))
  const waits = rows.map(({ key, tries, ends_at }) =>
    tries >= (byKey.get(key)?.most ?? 0) ? ends_at.getTime() - now.getTime() : 0,
  )
  return Math.ceil(Math.max(0, ...waits) / SECOND)
}

/** Takes one try back, such as a password that was right: limits are about failures. */
export async function takeBackTry(ctx: Pick<Ctx, "db">, limits: readonly Limit[]): Promise<void> {
  for (const limit of limits) {
    await ctx.db
      .update(rateLimits)
      .set({ tries: sql`greatest(${rateLimits.tries} - 1, 0)` })
      .where(sql`${rateLimits.key} = ${keyOf(limit)}`)
  }
}

/** Forgets windows that ended. */
export async function sweepLimits(ctx: Pick<Ctx, "db" | "log" | "clock">): Promise<void> {
  await deleteOld(ctx, rateLimits.ends_at, ctx.clock.now())
}

/** An academy's hall shares an address; mail to strangers beyond this would get the academy's own refused. */
export const OPEN_FORMS = { ofNetwork: 60, ofNetworkADay: 100, ofAll: 1_000 }

/**
 * Counts a form that anybody may send and that writes mail: by the sender's network for an hour and a day, so that none
 * can close it for the others, and in all for a day. Throws TOO_MANY_REQUESTS.
 */
export async function countOpenForm(ctx: Pick<Ctx, "db" | "clock" | "http">, name: string): Promise<void> {
  const { address } = ctx.http
  const limits = [{ name: `${name}-of-all`, of: "all", most: OPEN_FORMS.ofAll, window: DAY }]
  if (address) {
    const of = networkOf(address)
    limits.push(
      { name: `${name}-of-network`, of, most: OPEN_FORMS.ofNetwork, window: HOUR },
      { name: `${name}-of-network-a-day`, of, most: OPEN_FORMS.ofNetworkADay, window: DAY },
    )
  }
  // A refused try uses up nothing of what others may send.
  const wait = (await waitFor(ctx, limits)) || (await countTry(ctx, limits))
  if (wait > 0) refuse("TOO_MANY_REQUESTS", { retry_after_seconds: wait })
}
