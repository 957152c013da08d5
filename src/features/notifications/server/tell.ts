import { and, eq, isNull } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { emitNotice } from "./person-notices.ts"
import { readRecipients } from "./preferences.ts"
import { lockNotices, type NoticeDraft, queueNotices, withdrawNotice } from "./service.ts"
import { personNotices } from "./table.ts"
import { contentFor } from "./telling/content.ts"
import { readReach, withoutRepeats } from "./telling/reach.ts"
import { rewrite } from "./telling/rewrite.ts"
import { namedTo, type Telling, WAYS } from "./telling/telling.ts"
import { effectiveChange, lastTold, readTold } from "./telling/told.ts"

export type { Recipient } from "./preferences.ts"
export type { NoticeChange } from "./table.ts"
export type { Telling, Words } from "./telling/telling.ts"

/**
 * Notifies people inside the product and, as they chose, by mail and on the phone. Must run in the transaction
 * of the cause or of a job. A notice that was already sent, by kind, cause, person and channel, is not sent
 * again.
 */
export async function tellPeople(ctx: Ctx, telling: Telling): Promise<void> {
  const found = await readRecipients(ctx, [...new Set(telling.people)])
  const people = found.toSorted((one, other) => Number(other.isGuardian) - Number(one.isGuardian))
  const told = telling.change ? await readTold(ctx, telling, people) : null
  const channelsTo = await readReach(ctx, telling, people)
  const leftOf = withoutRepeats(telling)
  const inApp: (typeof personNotices.$inferInsert)[] = []
  const drafts: NoticeDraft[] = []
  const changed = new Set<string>()
  for (const person of people) {
    for (const way of telling.channels ?? WAYS) {
      const channels = leftOf(person, channelsTo(person, way))
      if (channels.length === 0) continue
      const last = told && lastTold(told, person, channels)
      const change = effectiveChange(telling.change, last ?? undefined)
      if (change === null) continue
      const words = telling.write(person, change)
      const row = {
        kind: telling.change ? `${telling.kind}:${newId()}` : telling.kind,
        cause_id: telling.cause_id,
        ...(telling.change && { change }),
      }
      if (last?.open) {
        await rewrite(ctx, telling, person, { last, channels }, change, words)
        changed.add(person.user_id)
      } else if (way === "in_app") {
        const { title, text, href } = words
        const subject_ids = namedTo(telling, person)
        const to = { id: newId(), person_id: person.user_id, created_at: ctx.clock.now() }
        inApp.push({ ...row, ...to, subject_ids, title, text, href })
      } else {
        const content = contentFor(ctx, telling, person, channels, words)
        if (content) drafts.push({ ...row, ...content })
      }
    }
  }
  for (const id of await insertPersonNotices(ctx, inApp)) changed.add(id)
  await queueNotices(ctx, drafts)
  for (const id of changed) await emitNotice(ctx, id)
}

async function insertPersonNotices(ctx: Ctx, rows: (typeof personNotices.$inferInsert)[]): Promise<string[]> {
  if (rows.length === 0) return []
  const written = await ctx.db
    .insert(personNotices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ person_id: personNotices.person_id })
  return written.map((row) => row.person_id)
}

/** A notice in one of these states reached its person, or may have. */
const REACHED: readonly string[] = ["sending", "sent", "unknown", "told"]

/**
 * Takes a notice back that turned out to be untrue, in the caller's transaction: what wasn't sent is withdrawn, and what
 * nobody read inside the product is deleted. Returns the ids of those who may have read it, and so need a correction.
 */
export async function untell(
  ctx: Ctx,
  { kind, cause_id }: Pick<Telling, "kind" | "cause_id">,
): Promise<string[]> {
  const sent = await lockNotices(ctx, cause_id, [kind])
  for (const { id } of sent) await withdrawNotice(ctx, id, { code: "change-undone" })
  const own = and(eq(personNotices.cause_id, cause_id), eq(personNotices.kind, kind))
  const unread = await ctx.db
    .delete(personNotices)
    .where(and(own, isNull(personNotices.read_at)))
    .returning({ person_id: personNotices.person_id })
  for (const { person_id } of unread) await emitNotice(ctx, person_id)
  const read = await ctx.db.select({ id: personNotices.person_id }).from(personNotices).where(own)
  // A notice is filed under the person it is for.
  const reached = sent
    .filter(({ status }) => REACHED.includes(status))
    .flatMap((row) => row.subject_ids[0] ?? [])
  return [...new Set([...read.map(({ id }) => id), ...reached])]
}
