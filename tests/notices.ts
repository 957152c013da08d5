import { eq } from "drizzle-orm"
import { queueNotices } from "#features/notifications/server/service.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"

/** Creates a notification inside the product for a person. Returns its id. */
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

/** Creates a notice to a student's parent about a class that staff have to decide about. Returns its id. */
export async function heldNotice(ctx: Ctx, classId: string, student: SignedIn): Promise<string> {
  const recipient = `+9198${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`
  await inTransaction(ctx, (tx) =>
    queueNotices(tx, [
      {
        kind: "absence",
        cause_id: classId,
        subject_ids: [student.user_id],
        channel: "sms",
        recipient,
        recipient_name: "Lata Rao",
        text: `${student.first_name} Rao was absent`,
        variables: { studentName: `${student.first_name} Rao` },
        held: [{ code: "number-unconfirmed" }],
      },
    ]),
  )
  const [row] = await ctx.db.select({ id: notices.id }).from(notices).where(eq(notices.recipient, recipient))
  if (!row) throw new Error("a notice just written is not there")
  return row.id
}
