import { and, desc, eq, gte, inArray, or, sql } from "drizzle-orm"
import { CLAIMS_SHOWN, MOST_APPROVED, type StatementMatch, type StatementPreview } from "#contract/upi.ts"
import { user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { Refusal, refuse } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { settlementIn } from "../../arrivals.ts"
import { guessColumns, type Headings, headingsOf } from "../../upi/columns.ts"
import { isUtr, type Match, matchCredits, referencesIn, takeLost, utrOf } from "../../upi/matching.ts"
import {
  type Credit,
  creditsOf,
  readStatement,
  type StatementColumns,
  type StatementTable,
  type Unread,
} from "../../upi/statement.ts"
import { readAwaited } from "../bank/arrivals.ts"
import { fingerprintsOf } from "../bank/fingerprints.ts"
import { holdReferences, holdStanding, readInvoiced } from "../bank/invoiced.ts"
import { countLine, explainLine, keepLines, type Left, readDecided, referenceFor } from "../bank/keep.ts"
import { bankLines } from "../bank/table.ts"
import { orders, payments } from "../table.ts"
import { settleTransfer } from "./settle.ts"
import { statementColumns, upiClaims } from "./table.ts"

type Uploaded = { text: string; columns?: StatementColumns | undefined }
type KnownOrder = {
  id: string
  number: string
  reference: string
  total_paise: number
  payer: string | null
  utr: string | null
  paid: boolean
  owed: boolean
}
type Matched = {
  credit: Credit
  /** What the line is known by when its statement is imported again. */
  fingerprint: string
  match: Match | { sure: false; why: "settlement" | "settlement-other-amount" }
  order: KnownOrder | null
  settlement_id: string | null
  /** The payment of an organisation's invoice that was recorded for it, where nobody decided about the line. */
  invoice_payment_id: string | null
}

/** Orders whose transfer a statement can still have, and as old a transfer as is looked for. */
const LOOKED_FOR = 120 * DAY
const LONGEST_KEY = 2_000
const LONGEST_TEXT = 200

function read(text: string): { table: StatementTable; headings: Headings } {
  try {
    const table = readStatement(text)
    return { table, headings: headingsOf(table) }
  } catch (error) {
    if (error instanceof RangeError) return refuse("STATEMENT_UNREADABLE")
    throw error
  }
}

/**
 * Returns what importing a statement would do. Without columns, those of the last statement with the same
 * headings are used, or they are guessed. Writes nothing. Throws STATEMENT_UNREADABLE.
 */
export async function previewStatement(
  ctx: SignedInCtx,
  { text, columns }: Uploaded,
): Promise<StatementPreview> {
  const { table, headings } = read(text)
  const remembered = columns ? null : await recallColumns(ctx, headings)
  const used = columns ?? remembered ?? guessColumns(headings)
  const { matched, unread } = used ? await match(ctx, table, used) : { matched: [], unread: [] }
  const of = (kind: keyof typeof KINDS) => matched.filter((one) => kindOf(one) === kind)
  return {
    headings: headings.names,
    columns: used,
    remembered: remembered !== null,
    sure: of("sure").slice(0, MOST_APPROVED).map(show),
    unsure: of("unsure").slice(0, CLAIMS_SHOWN).map(show),
    counts: {
      credits: matched.length,
      ...{ sure: of("sure").length, unsure: of("unsure").length },
      ...{ counted_before: of("counted_before").length, nothing: of("nothing").length },
      settlements: of("settlement").length,
    },
    unread: unread.slice(0, 20),
  }
}

const KINDS = { sure: 0, unsure: 0, counted_before: 0, settlement: 0, nothing: 0 }

function kindOf({ match }: Matched): keyof typeof KINDS {
  if (match.sure) return "sure"
  if (match.why === "counted-before") return "counted_before"
  return match.why === "nothing" || match.why === "settlement" ? match.why : "unsure"
}

function show({ credit, match, order }: Matched): StatementMatch {
  return {
    ...{ line: credit.line, date: credit.date, amount_paise: credit.amount_paise, why: match.why },
    text: credit.text.slice(0, LONGEST_TEXT),
    order: order && { order_number: order.number, payer: order.payer, total_paise: order.total_paise },
  }
}

/**
 * Approves what a statement proves, each line in a transaction of its own, remembers its columns, and keeps the other
 * money that came in until staff explain it. What was counted or kept before stays as it is. Throws
 * STATEMENT_UNREADABLE.
 */
export async function importStatement(
  ctx: SignedInCtx,
  { text, columns }: Required<Uploaded> & { columns: StatementColumns },
): Promise<{ approved: number; owed: number; left: number; settlements: number; kept: number }> {
  const { table, headings } = read(text)
  const { matched } = await match(ctx, table, columns)
  const sure = matched.filter((one) => one.match.sure)
  const done = { approved: 0, owed: 0 }
  for (const line of sure.slice(0, MOST_APPROVED)) {
    const outcome = line.order && (await approveLine(ctx, line.order.id, line))
    if (outcome) done[outcome === "paid" ? "approved" : "owed"] += 1
  }
  // Of what was counted before, an invoice's transfer is kept with its payment, which may have been recorded by mistake.
  const others = matched.filter(
    (one) => !one.match.sure && (kindOf(one) !== "counted_before" || one.invoice_payment_id),
  )
  const settled = others.filter(({ settlement_id }) => settlement_id !== null)
  const kept = await inTransaction(ctx, async (tx) => {
    await rememberColumns(tx, headings, columns)
    const standing = await holdStanding(
      tx,
      others.flatMap(({ invoice_payment_id: id }) => id ?? []),
    )
    const made = await keepLines(
      tx,
      others.map((one) => toKeep(one, standing)),
    )
    await recordAct(tx, "upi.import", newId(), { credits: matched.length, ...done, kept: made })
    return made
  })
  return { ...done, left: Math.max(0, sure.length - MOST_APPROVED), settlements: settled.length, kept }
}

function toKeep(line: Matched, standing: ReadonlySet<string>): Left {
  const { fingerprint, credit, match, order, settlement_id, invoice_payment_id: id } = line
  // No order explains what paid an invoice, and a payment may have been taken back since.
  const why = id ? "nothing" : (match.why as Left["why"])
  const invoice_payment_id = id && standing.has(id) ? id : null
  return { fingerprint, credit, why, hint_order_id: order?.id ?? null, settlement_id, invoice_payment_id }
}

async function approveLine(
  ctx: SignedInCtx,
  orderId: string,
  { credit, fingerprint }: Pick<Matched, "credit" | "fingerprint">,
): Promise<"paid" | "owed" | null> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const [order] = await tx.db.select().from(orders).where(eq(orders.id, orderId)).for("update")
      // Another import was faster.
      if (!order || order.paid_at) return null
      const waiting = and(eq(upiClaims.order_id, orderId), eq(upiClaims.state, "waiting"))
      const [claim] = await tx.db.select({ utr: upiClaims.utr }).from(upiClaims).where(waiting)
      const isClaimed = claim !== undefined && credit.text.includes(claim.utr)
      const known = isClaimed ? claim.utr : utrOf(credit.text)
      const utr = known ?? (await referenceFor(tx, order, { fingerprint }))
      await holdReferences(tx, credit.text)
      const line = { order_id: orderId, fingerprint }
      if (known) await explainLine(tx, line)
      else if (!(await countLine(tx, { ...line, credit }))) return null
      return (await settleTransfer(tx, order, { utr, amount_paise: credit.amount_paise })).outcome
    })
  } catch (error) {
    // Its reference was counted a moment ago, for this order or another.
    if (error instanceof Refusal && error.code === "FIELD_ERRORS") return null
    throw error
  }
}

/** Matches a statement's credits with the orders and settlements of the last months. Six statements. */
async function match(
  ctx: Ctx,
  table: StatementTable,
  columns: StatementColumns,
): Promise<{ matched: Matched[]; unread: Unread[] }> {
  const { credits, unread } = creditsOf(table, columns)
  const known = await readOrders(ctx)
  const byId = new Map(known.map((order) => [order.id, order]))
  const approved = await ctx.db
    .select({
      ...{ utr: upiClaims.utr, amount_paise: upiClaims.amount_paise, decided_at: upiClaims.decided_at },
      is_kept: sql<boolean>`exists (select from ${bankLines} b where b.order_id = upi_claims.order_id)`,
    })
    .from(upiClaims)
    .where(and(eq(upiClaims.state, "approved"), gte(upiClaims.decided_at, since(ctx))))
  const awaited = known.map(({ id, total_paise, ...rest }) => ({
    ...rest,
    ...{ order_id: id, amount_paise: total_paise },
  }))
  const fingerprints = fingerprintsOf(credits)
  const [decided, settlements] = [await readDecided(ctx, fingerprints), await readAwaited(ctx)]
  // What staff decided about a line stands, whatever it matches now.
  const lost = approved
    .filter(({ utr, is_kept }) => !isUtr(utr) && !is_kept)
    .map((one) => ({ ...one, until: dateInZone(one.decided_at ?? ctx.clock.now(), ctx.env.TIME_ZONE) }))
  const isKnown = (credit: Credit, at: number) =>
    decided.has(fingerprints[at] ?? "") || takeLost(credit, lost)
  const fresh = credits.filter((credit, at) => !isKnown(credit, at))
  const invoiced = await readInvoiced(ctx, since(ctx))
  const counted = [...approved.map(({ utr }) => utr).filter(isUtr), ...invoiced.keys()]
  const matches = matchCredits(fresh, awaited, new Set(counted))
  const matchOf = new Map(fresh.map((credit, at) => [credit, matches[at]]))
  const arrived = new Set<string>()
  const matched = credits.map((credit, at): Matched => {
    const match = matchOf.get(credit) ?? countedBefore(credit)
    const order = byId.get(match.order_id ?? "") ?? null
    const found = match.why === "nothing" ? settlementIn(credit.text, credit.amount_paise, settlements) : null
    const invoice_payment_id =
      matchOf.get(credit)?.why === "counted-before" ? paymentIn(credit, invoiced) : null
    const line = { credit, fingerprint: fingerprints[at] ?? "", order, invoice_payment_id }
    // A payout arrives once: a second line of it is other money, or the bank's mistake.
    if (!found || (found.exact && arrived.has(found.id))) return { ...line, match, settlement_id: null }
    if (found.exact) arrived.add(found.id)
    const why = found.exact ? "settlement" : "settlement-other-amount"
    return { ...line, match: { sure: false, why }, settlement_id: found.exact ? found.id : null }
  })
  return { matched, unread }
}

function paymentIn({ text }: Credit, invoiced: ReadonlyMap<string, string>): string | null {
  const word = referencesIn(text).find((one) => invoiced.has(one))
  return (word && invoiced.get(word)) ?? null
}

function countedBefore({ line }: Credit): Match {
  return { line, order_id: null, sure: false, why: "counted-before" }
}

function since({ clock }: Pick<Ctx, "clock">): Date {
  return new Date(clock.now().getTime() - LOOKED_FOR)
}

async function readOrders(ctx: Ctx): Promise<KnownOrder[]> {
  // Also where the right amount came and goes back, such as for a student who is gone.
  const paid = sql<boolean>`(${orders.paid_at} is not null or exists (select from ${payments} p
    where p.order_id = ${orders.id} and p.captured_at is not null and p.reversed_at is null
      and p.amount_paise = ${orders.total_paise}))`
  const waiting = sql`(select c.utr from ${upiClaims} c where c.order_id = ${orders.id} and c.state = 'waiting')`
  const rows = await ctx.db
    .select({
      ...{ id: orders.id, number: orders.number, reference: orders.provider_order_id },
      ...{ total_paise: orders.total_paise, payer: user.name, state: orders.state, paid },
      utr: sql<string | null>`${waiting}`,
    })
    .from(orders)
    .leftJoin(user, eq(user.id, orders.buyer_id))
    .where(
      and(
        eq(orders.provider, DIRECT_UPI),
        or(gte(orders.created_at, since(ctx)), sql`${waiting} is not null`),
        inArray(orders.state, ["awaiting", "expired", "cancelled", "paid", "refunding", "refunded"]),
      ),
    )
    .orderBy(desc(orders.created_at))
  return rows.map(({ state, reference, ...row }) => ({
    ...row,
    reference: reference ?? row.number,
    owed: state === "refunding" || state === "refunded",
  }))
}

async function recallColumns(ctx: Ctx, { key }: Headings): Promise<StatementColumns | null> {
  if (key === null) return null
  const [known] = await ctx.db
    .select({ columns: statementColumns.columns })
    .from(statementColumns)
    .where(eq(statementColumns.headings, key.slice(0, LONGEST_KEY)))
  return known?.columns ?? null
}

async function rememberColumns(ctx: Ctx, { key }: Headings, columns: StatementColumns): Promise<void> {
  if (key === null) return
  const now = { columns, used_at: ctx.clock.now() }
  await ctx.db
    .insert(statementColumns)
    .values({ headings: key.slice(0, LONGEST_KEY), ...now })
    .onConflictDoUpdate({ target: statementColumns.headings, set: now })
}
