import { eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { Recipient } from "../preferences.ts"
import { reviseNotice, withdrawNotice } from "../service.ts"
import { type NoticeChange, notices, personNotices } from "../table.ts"
import { type Content, contentFor } from "./content.ts"
import { type Channel, namedTo, type Telling, type Words } from "./telling.ts"
import type { Told } from "./told.ts"

/** Rewrites what was not sent yet. If a change was undone there is nothing to report. */
export async function rewrite(
  ctx: Ctx,
  telling: Telling,
  person: Recipient,
  { last, channels }: { last: Told; channels: readonly Channel[] },
  change: NoticeChange,
  words: Words,
): Promise<void> {
  const undone = change.from === change.to
  const { id, channel } = last
  if (channel !== "in_app") {
    // It stays on its channel: those before it have failed.
    const left = channels.slice(channels.indexOf(channel))
    const content = contentFor(ctx, neededSince(ctx, last, telling), person, left, words)
    // A withdrawn notice keeps its change, so that a later change continues from there.
    if (undone) await withdrawNotice(ctx, id, { code: "change-undone" })
    if (content) await reviseChange(ctx, id, change, undone ? null : content)
  } else if (undone) {
    await ctx.db.delete(personNotices).where(eq(personNotices.id, id))
  } else {
    const { title, text, href } = words
    const subject_ids = namedTo(telling, person)
    await ctx.db
      .update(personNotices)
      .set({ title, text, href, subject_ids, change, created_at: ctx.clock.now() })
      .where(eq(personNotices.id, id))
  }
}

/**
 * The person doesn't know of the first change yet, so the notice is still needed when that one was, unless it leaves
 * after that.
 */
function neededSince({ clock }: Pick<Ctx, "clock">, last: Told, telling: Telling): Telling {
  const [before, now] = [last.needed_before, telling.needed_before]
  const earlier = before && now && before < now && before > (telling.due_at ?? clock.now())
  return earlier ? { ...telling, needed_before: before } : telling
}

async function reviseChange(
  ctx: Ctx,
  id: string,
  change: NoticeChange,
  content: Content | null,
): Promise<void> {
  if (content) {
    const { channel: _, recipient: __, ...rest } = content
    await reviseNotice(ctx, id, { ...rest, change })
  } else await ctx.db.update(notices).set({ change }).where(eq(notices.id, id))
}
