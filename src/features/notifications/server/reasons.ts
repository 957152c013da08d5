import { eq } from "drizzle-orm"
import { NoticeReason } from "#contract/notice-reasons.ts"
import { user } from "#features/accounts/server/table.ts"
import { notices } from "./table.ts"

type NoticeRow = typeof notices.$inferSelect

/** Returns the columns that say why a notice is in its state; none for one that goes its way. */
export function because(reasons: readonly NoticeReason[]): { reasons: NoticeReason[] } {
  return { reasons: [...reasons] }
}

/** Returns why a notice is in its state. A code that only a newer release knows is left out. */
export function reasonsOf({ reasons }: Pick<NoticeRow, "reasons">): NoticeReason[] {
  return reasons.flatMap((one) => NoticeReason.safeParse(one).data ?? [])
}

/** Joins the staff member who decided about a notice. */
export const decider = eq(user.id, notices.decided_by)
