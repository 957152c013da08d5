import { and, eq, inArray, notInArray, or, type SQL } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { NOBODY, OFFERED_TO_NOBODY } from "./enquiries.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** Enquiries by their sender's e-mail or phone. */
function sentBy(contacts: readonly string[]): SQL | undefined {
  return or(inArray(enquiries.email, [...contacts]), inArray(enquiries.phone, [...contacts]))
}

const accepted = ({ db }: Pick<Ctx, "db">) =>
  db.select({ id: quotes.enquiry_id }).from(quotes).where(eq(quotes.state, "accepted"))

/**
 * Enquiries are identified by contact only, so by one that was proved. They go with the person; one that was invoiced stays without whom to reach and
 * where. The invoice itself is a bill, which the law asks to keep.
 */
export const premisesData: PersonalDataOf = {
  feature: "premises",
  tables: ["premises_enquiries", "premises_quotes"],
  byProvedContact: true,
  async exportFor({ db }, { user_id, contacts }) {
    const asked = await db.select().from(enquiries).where(sentBy(contacts))
    const ids = asked.map(({ id }) => id)
    const { number, title, total_paise, sent_on, valid_until, state } = quotes
    const shown = { number, title, total_paise, sent_on, valid_until, state }
    return {
      premises_enquiries: asked,
      premises_quotes: await db.select(shown).from(quotes).where(inArray(quotes.enquiry_id, ids)),
      // Of staff, what they sent; whom it went to is the organisation's data.
      premises_quotes_sent: await db
        .select({ number, total_paise, sent_on, state })
        .from(quotes)
        .where(or(eq(quotes.sent_by, user_id), eq(quotes.instructor_id, user_id))),
    }
  },
  async eraseFor(tx, { user_id, contacts }) {
    const { db } = tx
    await db.delete(enquiries).where(and(sentBy(contacts), notInArray(enquiries.id, accepted(tx))))
    const kept = await db
      .update(enquiries)
      .set(NOBODY)
      .where(sentBy(contacts))
      .returning({ id: enquiries.id })
    await db
      .update(quotes)
      .set(OFFERED_TO_NOBODY)
      .where(
        inArray(
          quotes.enquiry_id,
          kept.map(({ id }) => id),
        ),
      )
    await db.update(quotes).set({ sent_by: null }).where(eq(quotes.sent_by, user_id))
    await db.update(quotes).set({ instructor_id: null }).where(eq(quotes.instructor_id, user_id))
    return 0
  },
}
