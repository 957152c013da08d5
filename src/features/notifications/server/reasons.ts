import { eq } from "drizzle-orm"
import { NoticeReason } from "#contract/notice-reasons.ts"
import { user } from "#features/accounts/server/table.ts"
import { notices } from "./table.ts"

type NoticeRow = typeof notices.$inferSelect

/**
 * Returns the columns that say why a notice is in its state; none for one that goes its way. Empties the
 * sentence of an older release.
 */
export function because(reasons: readonly NoticeReason[]): { reasons: NoticeReason[]; reason: null } {
  return { reasons: [...reasons], reason: null }
}

/** Returns why a notice is in its state. A code that only a newer release knows is left out. */
export function reasonsOf({ reason, reasons }: Pick<NoticeRow, "reason" | "reasons">): NoticeReason[] {
  // For one release: processes of the one before write sentences into `reason`, and nothing empties it but us.
  if (reason !== null) return [{ code: "as-written", text: reason }]
  return reasons.flatMap((one) => NoticeReason.safeParse(one).data ?? [])
}

/** Joins the staff member who decided about a notice. */
export const decider = eq(user.id, notices.decided_by)
