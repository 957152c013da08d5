import { eq } from "drizzle-orm"
import { personNotices } from "#features/notifications/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** Tells a person something inside the product and answers the notice's id. */
export async function noticeFor(ctx: Ctx, person: SignedIn, title = "You have a seat"): Promise<string> {
  const cause_id = newId()
  await inTransaction(ctx, (tx) =>
    tellPeople(tx, {
      topic: "seats",
      kind: "seat-taken",
      cause_id,
      people: [person.user_id],
      channels: ["in_app"],
      write: () => ({ title, text: "Saturday at five", href: "/live-classes" }),
    }),
  )
  const [row] = await ctx.db
    .select({ id: personNotices.id })
    .from(personNotices)
    .where(eq(personNotices.cause_id, cause_id))
  if (!row) throw new Error("a notice just written is not there")
  return row.id
}
