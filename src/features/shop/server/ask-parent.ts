import { and, eq, lte } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { linkedWords } from "#features/payments/server/asking/notice-words.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { askNotice } from "../notice-texts.ts"
import { itemPath } from "../paths.ts"
import { requireShop } from "./items.ts"
import { findPeople } from "./people.ts"
import { shopAsks, shopItems, shopSizes } from "./table.ts"
import { nameIn } from "./tell.ts"

/**
 * Sends what a student under 18 would like to the parents who may pay, with a link to it. What is bought is theirs to
 * choose. Throws SHOP_CLOSED, NOT_FOUND, PAYS_ALONE for a student of 18, NO_PARENT_YET and ASKED_TODAY.
 */
export async function askParent(ctx: SignedInCtx, size_id: string): Promise<{ parents: number }> {
  requireShop(ctx)
  if (!(await findPeople(ctx)).asks_parent) refuse("PAYS_ALONE")
  const { user_id: student_id } = ctx.viewer
  return inTransaction(ctx, async (tx) => {
    const [wanted] = await tx.db
      .select({ item: shopItems, size: shopSizes.label })
      .from(shopSizes)
      .innerJoin(shopItems, eq(shopItems.id, shopSizes.item_id))
      .where(and(eq(shopSizes.id, size_id), eq(shopItems.offered, true)))
    if (!wanted) return notFound()
    const parents = await tx.db
      .select({ id: guardianOf.guardian_id, first_name: students.first_name })
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(and(eq(guardianOf.student_id, student_id), holds("pay")))
    const [first] = parents
    if (!first) return refuse("NO_PARENT_YET")
    const now = tx.clock.now()
    const ask = { id: newId(), student_id, size_id, asked_at: now }
    const [sent] = await tx.db
      .insert(shopAsks)
      .values(ask)
      .onConflictDoUpdate({
        target: [shopAsks.student_id, shopAsks.size_id],
        set: { id: ask.id, asked_at: now },
        setWhere: lte(shopAsks.asked_at, new Date(now.getTime() - DAY)),
      })
      .returning({ id: shopAsks.id })
    if (!sent) refuse("ASKED_TODAY")
    const href = itemPath(wanted.item.slug, { size: size_id, student_id })
    await tellPeople(tx, {
      ...{ topic: "payments", kind: "ask-for-goods", cause_id: ask.id, about: [student_id] },
      people: parents.map(({ id }) => id),
      write: (person) => {
        const what = nameIn(person.language, { ...wanted.item, size: wanted.size })
        return linkedWords(tx, person, href, askNotice({ student: first.first_name, what }, person.language))
      },
    })
    return { parents: parents.length }
  })
}
