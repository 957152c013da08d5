import { inArray } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { contactMessages } from "./table.ts"

/** Messages to the office are known by the e-mail they came with, so only one that was proved shows them. */
export const contentData: PersonalDataOf = {
  feature: "content",
  tables: ["contact_messages"],
  async exportFor(ctx, { contacts }) {
    if (contacts.length === 0) return { contact_messages: [] }
    const rows = ctx.db.select().from(contactMessages)
    return { contact_messages: await rows.where(inArray(contactMessages.email, [...contacts])) }
  },
  async eraseFor(tx, { contacts }) {
    if (contacts.length > 0) {
      await tx.db.delete(contactMessages).where(inArray(contactMessages.email, [...contacts]))
    }
    return 0
  },
}
