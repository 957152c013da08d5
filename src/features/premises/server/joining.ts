import { randomBytes } from "node:crypto"
import { and, eq } from "drizzle-orm"
import type { Enquiry } from "#contract/premises/desk.ts"
import type { InvitedTo } from "#contract/premises/premises.ts"
import { joinInvited, listInvited, readInvitedBatch } from "#features/classes/server/seats/invited.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { joinPath } from "../paths.ts"
import { addressOf, type EnquiryRow, type QuoteRow } from "./quote-view.ts"
import { premisesEnquiries as enquiries, premisesQuotes as quotes } from "./table.ts"

/** Makes a code that nobody can guess. It is stored as it is: the desk and the organisation pass it on for weeks. */
export function newJoinCode(): string {
  return randomBytes(12).toString("base64url")
}

/** Returns the code of a quote's batch, which stays when the batch is scheduled anew. */
export function joinCodeOf({ join_code }: Pick<QuoteRow, "join_code">): string {
  return join_code ?? newJoinCode()
}

/** Returns the batch of an accepted quote as the desk shows it. */
export async function readBatch(ctx: Ctx, quote: QuoteRow): Promise<NonNullable<Enquiry["batch"]>> {
  const batch = await readInvitedBatch(ctx, quote.id)
  return {
    class_id: batch?.class_id ?? null,
    problems: quote.batch_problems,
    join_path: batch && quote.join_code ? joinPath(quote.join_code) : null,
    ...{ coming: batch?.coming ?? 0, free_seats: batch?.free_seats ?? 0 },
    people: batch ? await listInvited(ctx, quote.id) : [],
  }
}

/** Returns where the people of an organisation join, and how many have, or null without a batch. */
export async function readJoining(
  ctx: Ctx,
  { id, join_code }: Pick<QuoteRow, "id" | "join_code">,
): Promise<{ join_path: string; joined: number } | null> {
  if (!join_code || !(await readInvitedBatch(ctx, id))) return null
  return { join_path: joinPath(join_code), joined: (await listInvited(ctx, id)).length }
}

async function findByCode(
  { db }: Pick<Ctx, "db">,
  code: string,
): Promise<{ quote: QuoteRow; enquiry: EnquiryRow }> {
  const [found] = await db
    .select({ quote: quotes, enquiry: enquiries })
    .from(quotes)
    .innerJoin(enquiries, eq(enquiries.id, quotes.enquiry_id))
    .where(eq(quotes.join_code, code))
  return found ?? notFound()
}

/** Returns the batch of a link as its receiver sees it. Throws NOT_FOUND for a link that was replaced. */
export async function readInvitation(ctx: Ctx, code: string): Promise<InvitedTo> {
  const { quote, enquiry } = await findByCode(ctx, code)
  const batch = await readInvitedBatch(ctx, quote.id, ctx.viewer?.user_id ?? null)
  if (!batch) return notFound()
  const { next, coming, free_seats, joined } = batch
  return {
    ...{ title: quote.title, organisation: enquiry.organisation ?? "", address: addressOf(enquiry) },
    ...{ next, coming, free_seats, joined, weekdays: quote.weekdays },
  }
}

/**
 * Gives the viewer a seat in every coming class of a link's batch, or in none. Joining again changes nothing. Throws
 * NOT_FOUND, CLASS_NOT_OPEN and CLASS_FULL.
 */
export async function joinBatch(ctx: SignedInCtx, code: string): Promise<{ classes: number }> {
  return inTransaction(ctx, async (tx) => {
    const [quote] = await tx.db
      .select({ id: quotes.id })
      .from(quotes)
      // So that nobody joins by a link that the desk is replacing.
      .where(and(eq(quotes.join_code, code), eq(quotes.state, "accepted")))
      .for("share")
    return joinInvited(tx, quote?.id ?? notFound())
  })
}
