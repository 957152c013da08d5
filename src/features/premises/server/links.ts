import { createHash, randomBytes } from "node:crypto"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { quoteMail } from "./mails.ts"
import { MAIL_QUEUE } from "./queues.ts"
import type { EnquiryRow, QuoteRow } from "./quote-view.ts"

/** Returns what is stored of a link's token. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}

/** Makes a link that nobody can guess. Of it only the hash is stored. */
export function newLink(): { token: string; columns: { token_hash: string; mail_id: string } } {
  const token = randomBytes(32).toString("base64url")
  return { token, columns: { token_hash: hashOf(token), mail_id: newId() } }
}

type Linked = Pick<QuoteRow, "number" | "title" | "total_paise" | "valid_until" | "language" | "mail_id">

/** Mails a quote with its link, in the caller's transaction. Throws ENQUIRY_ERASED where nobody can be reached. */
export async function mailQuote(
  tx: Ctx,
  { email, name }: Pick<EnquiryRow, "email" | "name">,
  quote: Linked,
  token: string,
): Promise<void> {
  if (!email || !name) return refuse("ENQUIRY_ERASED")
  await tx.post.mail(tx, {
    ...{ kind: "premises-quote", cause_id: quote.mail_id, recipient_name: name, to: email, via: MAIL_QUEUE },
    body: quoteMail(tx, { ...quote, token, name }),
    // Until the end of its last day.
    send_before: instantInZone(addDays(quote.valid_until, 1), "00:00", tx.env.TIME_ZONE),
    secret: true,
  })
}
