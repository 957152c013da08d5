import { and, asc, eq, gt, lt, sql } from "drizzle-orm"
import type { ContactMessage } from "#contract/content.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { refuse, refuseFields } from "#platform/errors.ts"
import { countOpenForm } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { displayPhone, parsePhone } from "#shared/phone.ts"
import { DAY, HOUR, SECOND } from "#shared/time.ts"
import { contactMessages } from "./table.ts"

/** How many messages one e-mail address may send within an hour. */
export const MESSAGES_PER_HOUR = 5

const TOPICS: Record<ContactMessage["topic"], string> = {
  programs: "programs and demo classes",
  kit: "uniforms and learning kits",
  fees: "fees, memberships and refunds",
  technical: "help with an account or a live class",
  teaching: "teaching with us",
  other: "something else",
}

/**
 * Stores a message for the office and mails it there. The same text from the same address within an hour is
 * stored once, in case of a double click or a reload. Throws FIELD_ERRORS for an invalid phone number and
 * TOO_MANY_REQUESTS for the sixth message within an hour, or where very many are sent.
 */
export async function keepContactMessage(ctx: Ctx, input: ContactMessage): Promise<void> {
  const phone = input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) refuseFields({ phone: "PHONE_INVALID" })
  const { name, email, topic, message } = input
  await inTransaction(ctx, async (tx) => {
    // Messages of one address are handled one after another; otherwise two at once could both pass the limit.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${email}`}, 0))`)
    const now = tx.clock.now()
    const recent = await tx.db
      .select({
        topic: contactMessages.topic,
        message: contactMessages.message,
        at: contactMessages.created_at,
      })
      .from(contactMessages)
      .where(
        and(eq(contactMessages.email, email), gt(contactMessages.created_at, new Date(now.getTime() - HOUR))),
      )
      .orderBy(asc(contactMessages.created_at))
      .limit(MESSAGES_PER_HOUR)
    if (recent.some((sent) => sent.topic === topic && sent.message === message)) return
    if (recent.length >= MESSAGES_PER_HOUR) {
      const free = (recent[0]?.at.getTime() ?? 0) + HOUR
      refuse("TOO_MANY_REQUESTS", { retry_after_seconds: Math.ceil((free - now.getTime()) / SECOND) })
    }
    await countOpenForm(tx, "contact")
    const id = newId()
    const user_id = tx.viewer?.user_id ?? null
    const kept = { id, name, email, phone, topic, message, user_id, created_at: now }
    await tx.db.insert(contactMessages).values(kept)
    await tellOffice(tx, id, { ...input, phone: phone ?? undefined })
  })
}

/** Mails the message to the office; a reply goes to its sender. */
function tellOffice(ctx: Ctx, messageId: string, { name, email, phone, topic, message }: ContactMessage) {
  return ctx.post.mail(ctx, {
    kind: "contact-message",
    cause_id: messageId,
    // So the copy in the mail is erased with the account too.
    subject_ids: ctx.viewer ? [ctx.viewer.user_id] : [],
    recipient_name: ctx.brand.name,
    to: ctx.env.OFFICE_EMAIL ?? ctx.brand.contactEmail,
    body: {
      language: "en",
      subject: `Contact form: ${TOPICS[topic]} (${name})`,
      paragraphs: [
        `${name} wrote by the contact form:`,
        ...message.split(/\n+/).filter((line) => line.trim()),
        `E-mail: ${email}${phone ? `. Phone: ${displayPhone(phone)}` : ""}`,
      ],
      footnote: `An answer to this mail reaches ${name}.`,
      replyTo: { name, address: email },
    },
  })
}

/** Deletes messages of the contact form that are older than the academy keeps them. */
export async function dropOldEnquiries({ db, clock, env }: Ctx): Promise<void> {
  const before = new Date(clock.now().getTime() - env.ENQUIRY_DAYS * DAY)
  await db.delete(contactMessages).where(lt(contactMessages.created_at, before))
}
