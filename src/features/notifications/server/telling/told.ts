import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { Recipient } from "../preferences.ts"
import { type NoticeChange, notices, personNotices } from "../table.ts"
import { addressOf } from "./reach.ts"
import type { Channel, Telling } from "./telling.ts"

/** What a person was last told about a cause by one channel, and whether it can still be rewritten. */
export type Told = {
  id: string
  channel: Channel
  change: NoticeChange
  open: boolean
  needed_before?: Date | null
}

const NO_CHANGE: NoticeChange = { from: "", to: "" }

/**
 * Returns what each person was last told by each channel, locked so that none of it is sent meanwhile. Two
 * queries.
 */
export async function readTold(
  ctx: Ctx,
  telling: Telling,
  people: readonly Recipient[],
): Promise<Map<string, Told>> {
  const prefix = `${telling.kind}:%`
  const sent = await ctx.db
    .select({
      id: notices.id,
      channel: notices.channel,
      recipient: notices.recipient,
      status: notices.status,
      change: notices.change,
      needed_before: notices.needed_before,
    })
    .from(notices)
    .where(and(eq(notices.cause_id, telling.cause_id), sql`${notices.kind} like ${prefix}`))
    .orderBy(desc(notices.created_at), desc(notices.id))
    .for("update")
  const shown = await ctx.db
    .select({
      id: personNotices.id,
      recipient: personNotices.person_id,
      read_at: personNotices.read_at,
      change: personNotices.change,
    })
    .from(personNotices)
    .where(
      and(
        eq(personNotices.cause_id, telling.cause_id),
        sql`${personNotices.kind} like ${prefix}`,
        inArray(
          personNotices.person_id,
          people.map((person) => person.user_id),
        ),
      ),
    )
    .orderBy(desc(personNotices.created_at), desc(personNotices.id))
    .for("update")
  const told = new Map<string, Told>()
  const note = (
    channel: Channel,
    one: Pick<Told, "id" | "needed_before"> & { recipient: string; change: NoticeChange | null },
    open: boolean,
  ) => {
    const { id, recipient, change, needed_before } = one
    const key = `${channel} ${recipient}`
    if (change && !told.has(key)) told.set(key, { id, channel, change, open, needed_before })
  }
  for (const one of sent)
    note(one.channel as Channel, one, one.status === "queued" || one.status === "withdrawn")
  for (const one of shown) note("in_app", one, one.read_at === null)
  return told
}

/** Returns what was said last by any of these channels: what can still be rewritten, else the newest. */
export function lastTold(
  told: Map<string, Told>,
  person: Recipient,
  channels: readonly Channel[],
): Told | undefined {
  const found = channels.flatMap((channel) => told.get(`${channel} ${addressOf(person, channel)}`) ?? [])
  // Ids sort by time.
  found.sort((one, other) => (one.id < other.id ? 1 : -1))
  return found.find((one) => one.open) ?? found[0]
}

/** Returns the change from what the person last knew to now; null when they know already. */
export function effectiveChange(
  change: NoticeChange | undefined,
  last: Told | undefined,
): NoticeChange | null {
  if (!change) return NO_CHANGE
  if (!last) return change.from === change.to ? null : change
  if (last.change.to === change.to) return null
  return { from: last.open ? last.change.from : last.change.to, to: change.to }
}
