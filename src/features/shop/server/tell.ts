import { eq } from "drizzle-orm"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { linkedWords } from "#features/payments/server/asking/notice-words.ts"
import { orders } from "#features/payments/server/table.ts"
import { orderPath } from "#features/programs/paths.ts"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { formatPaise } from "#shared/money.ts"
import { type ReturnNews, returnNotice, stageNotice } from "../notice-texts.ts"
import type { Stage } from "../stages.ts"
import { shopItems, shopLines, shopOrders, shopSizes } from "./table.ts"

type Language = "en" | "hi"

/** Returns what things are called together, "Uniform set (30), Welcome kit". */
function namesIn(
  language: Language,
  rows: readonly { title: string; title_hi: string; size: string }[],
): string {
  return rows.map((row) => nameIn(language, row)).join(", ")
}

export function nameIn(
  language: Language,
  { title, title_hi, size }: { title: string; title_hi: string; size: string },
): string {
  const name = language === "en" ? title : title_hi
  return size ? `${name} (${size})` : name
}

async function readAbout({ db }: Pick<Ctx, "db">, orderId: string) {
  const [order] = await db
    .select({ number: orders.number, buyer_id: orders.buyer_id, goods: shopOrders })
    .from(shopOrders)
    .innerJoin(orders, eq(orders.id, shopOrders.order_id))
    .where(eq(shopOrders.order_id, orderId))
  const lines = await db
    .select({
      ...{ title: shopItems.title, title_hi: shopItems.title_hi, size: shopSizes.label },
      student_id: shopLines.student_id,
    })
    .from(shopLines)
    .innerJoin(shopSizes, eq(shopSizes.id, shopLines.size_id))
    .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
    .where(eq(shopLines.order_id, orderId))
    .orderBy(shopLines.position)
  return order && { ...order, lines }
}

/** Tells the buyer of an order that it reached a stage: once, in the caller's transaction. */
export async function tellStage(tx: Ctx, orderId: string, stage: Stage): Promise<void> {
  const about = await readAbout(tx, orderId)
  if (!about?.buyer_id) return
  const { buyer_id, number, goods, lines } = about
  const { promised_on, carrier, centre } = goods
  await tellPeople(tx, {
    ...{ topic: "payments", kind: `goods-${stage}`, cause_id: orderId, people: [buyer_id] },
    write(person) {
      const what = namesIn(person.language, lines)
      const notice = stageNotice(stage, { what, number, promised_on, carrier, centre }, person.language)
      if (!notice) throw new Error(`nobody is told that goods are ${stage}`)
      return linkedWords(tx, person, orderPath(number), notice)
    },
  })
  await emit(tx, "person.enrolled", buyer_id)
}

/** Tells the buyer what became of a return: once for each step. */
export async function tellReturn(
  tx: Ctx,
  {
    id,
    line,
    answer,
    refund_paise,
    waits = false,
  }: {
    id: string
    line: { order_id: string; title: string; title_hi: string; size: string }
    answer: string | null
    refund_paise: number
    /** Whether a second person has to approve the refund. */
    waits?: boolean
  },
  news: ReturnNews,
): Promise<void> {
  const about = await readAbout(tx, line.order_id)
  if (!about?.buyer_id) return
  const amount = refund_paise > 0 ? formatPaise(refund_paise) : null
  await tellPeople(tx, {
    ...{ topic: "payments", kind: `return-${news}`, cause_id: id, people: [about.buyer_id] },
    write: (person) =>
      linkedWords(
        tx,
        person,
        orderPath(about.number),
        returnNotice(news, { what: nameIn(person.language, line), answer, amount, waits }, person.language),
      ),
  })
  await emit(tx, "person.enrolled", about.buyer_id)
}
