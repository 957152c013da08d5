import { eq } from "drizzle-orm"
import type { DeclineReason, Order as ShownOrder } from "#contract/payments/order.ts"
import { students } from "#features/accounts/server/table.ts"
import { type Recipient, tellPeople, type Words } from "#features/notifications/server/tell.ts"
import { orderPath } from "#features/programs/paths.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import {
  type TransferFacts,
  type TransferNotice,
  transferApproved,
  transferDeclined,
  transferOwed,
  transferTakenBack,
} from "../../upi/notice-texts.ts"
import { soldTitle } from "../goods/sold-title.ts"
import { orders } from "../table.ts"

type Order = typeof orders.$inferSelect
type Say = (facts: TransferFacts, language: "en" | "hi") => TransferNotice

/** The kind of notice that says that a transfer goes back. */
export const OWED = "upi-owed"

/** Tells the payer that a transfer was counted, or why it goes back. */
export function tellApproved(
  tx: Ctx,
  order: Order,
  {
    id,
    amount_paise,
    reason,
  }: { id: string; amount_paise: number; reason: ShownOrder["refunds"][number]["reason"] | null },
): Promise<void> {
  return tell(tx, order, reason ? OWED : "upi-approved", id, (facts, language) =>
    reason
      ? transferOwed(facts, language, { amount_paise, reason })
      : transferApproved(facts, language, amount_paise),
  )
}

/** Tells the payer why a claim was declined. */
export function tellDeclined(
  tx: Ctx,
  order: Order,
  { id, utr, reason }: { id: string; utr: string; reason: DeclineReason },
): Promise<void> {
  return tell(tx, order, "upi-declined", id, (facts, language) =>
    transferDeclined({ ...facts, utr }, language, reason),
  )
}

/** Corrects what the payer was told of a transfer that goes back, and says what comes next. */
export function tellTakenBack(
  tx: Ctx,
  order: Order,
  { id, ...correction }: { id: string } & Parameters<typeof transferTakenBack>[2],
): Promise<void> {
  return tell(tx, order, "upi-taken-back", id, (facts, language) =>
    transferTakenBack(facts, language, correction),
  )
}

async function tell(tx: Ctx, order: Order, kind: string, cause_id: string, say: Say): Promise<void> {
  if (!order.buyer_id) return
  const [about] = await tx.db
    .select({ course: soldTitle(), first_name: students.first_name })
    .from(orders)
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(students, eq(students.user_id, orders.student_id))
    .where(eq(orders.id, order.id))
  if (!about) return
  const isOwn = order.buyer_id === order.student_id
  const facts = {
    ...{ course: about.course, student: isOwn ? null : about.first_name },
    ...{ utr: "", expected_paise: order.total_paise },
  }
  await tellPeople(tx, {
    ...{ topic: "payments", kind, cause_id, people: [order.buyer_id] },
    ...(order.student_id && { about: [order.student_id] }),
    write: (person) => wordsOf(tx, person, order, say(facts, person.language)),
  })
}

function wordsOf(
  ctx: Pick<Ctx, "address">,
  person: Recipient,
  order: Order,
  { title, text, button }: TransferNotice,
): Words {
  const href = orderPath(order.number)
  const hello = person.language === "en" ? `Hello ${person.first_name},` : `नमस्ते ${person.first_name},`
  const url = `${ctx.address.replace(/\/+$/, "")}${href}`
  return {
    title,
    text,
    href,
    mail: { subject: title, paragraphs: [hello, text], button: { label: button, url } },
  }
}
