import { eq, or, sql } from "drizzle-orm"
import { guardians } from "#features/accounts/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"

/** A message as its reader saw it: a push message has its title above the text. */
export const messageText = sql<string>`case when ${notices.channel} = 'push'
  then concat_ws('. ', ${notices.variables} ->> 'title', ${notices.text}) else ${notices.text} end`

/** A condition that joins guardians with the messages to them: to their number, or to their devices. */
export const toGuardian = or(
  eq(notices.recipient, guardians.phone),
  eq(notices.recipient, sql`${guardians.user_id}::text`),
)
