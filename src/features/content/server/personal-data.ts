import { eq, inArray, or } from "drizzle-orm"
import type { PersonalDataOf, Subject } from "#platform/personal-data.ts"
import { contactMessages, subscribers } from "./table.ts"

/** Messages that a person sent while signed in, or from an e-mail that they proved. */
const sentBy = ({ user_id, contacts }: Subject) =>
  or(eq(contactMessages.user_id, user_id), inArray(contactMessages.email, [...contacts]))

/**
 * Other messages to the office, and subscriptions, are identified by e-mail address, so only a verified one shows
 * them.
 */
export const contentData: PersonalDataOf = {
  feature: "content",
  tables: ["contact_messages", "blog_subscribers"],
  byProvedContact: true,
  async exportFor({ db }, subject) {
    const { contacts } = subject
    const { email, language, asked_at, confirmed_at } = subscribers
    return {
      contact_messages: await db.select().from(contactMessages).where(sentBy(subject)),
      blog_subscribers: await db
        .select({ email, language, asked_at, confirmed_at })
        .from(subscribers)
        .where(inArray(email, [...contacts])),
    }
  },
  async eraseFor({ db }, subject) {
    await db.delete(contactMessages).where(sentBy(subject))
    await db.delete(subscribers).where(inArray(subscribers.email, [...subject.contacts]))
    return 0
  },
  /** Somebody else may have sent them. */
  async reclaimFor({ db }, { user_id }) {
    await db.update(contactMessages).set({ user_id: null }).where(eq(contactMessages.user_id, user_id))
  },
}
