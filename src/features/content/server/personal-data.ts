import { inArray } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { contactMessages, subscribers } from "./table.ts"

/**
 * Messages to the office and subscriptions are identified by e-mail address, so only a verified one shows
 * them.
 */
export const contentData: PersonalDataOf = {
  feature: "content",
  tables: ["contact_messages", "blog_subscribers"],
  async exportFor({ db }, { contacts }) {
    const { email, language, asked_at, confirmed_at } = subscribers
    return {
      contact_messages: await db
        .select()
        .from(contactMessages)
        .where(inArray(contactMessages.email, [...contacts])),
      blog_subscribers: await db
        .select({ email, language, asked_at, confirmed_at })
        .from(subscribers)
        .where(inArray(email, [...contacts])),
    }
  },
  async eraseFor({ db }, { contacts }) {
    await db.delete(contactMessages).where(inArray(contactMessages.email, [...contacts]))
    await db.delete(subscribers).where(inArray(subscribers.email, [...contacts]))
    return 0
  },
}
