import { credit, debit, type OwnKind } from "#features/ledger/rules.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import { reverseJournal } from "#features/ledger/server/journals.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { HOUR } from "#shared/time.ts"
import { spanInZone } from "#shared/zone.ts"
import { earlyPoints } from "../rules.ts"
import { POINT_PAISE } from "../spending.ts"
import type { Credited } from "./bills/issue.ts"
import { entriesOfSpending, orderStep } from "./points/holding.ts"
import { earnedKey } from "./points/points-back.ts"
import type { orders } from "./table.ts"

type Order = typeof orders.$inferSelect
type Account = NamedDraft["entries"][number]["account"]

/** Who has the money: a provider until it settles, or the academy's bank. */
function heldBy(provider: string): Account {
  return { kind: provider === DIRECT_UPI ? "bank" : "gateway-clearing" }
}

/**
 * The journal of money that was captured for an order and is kept, and of the points and credit that it spends: what is
 * taught is earned later, the taxes are owed from now on. `isHeld` says whether they are still set aside for it.
 */
export function draftSale(
  ctx: Pick<Ctx, "clock">,
  order: Order,
  paymentId: string,
  isHeld: boolean,
): NamedDraft {
  const { rules_version, trace, total_paise, provider, exchange_paise } = order
  return draft(
    ctx,
    `sale:${paymentId}`,
    rules_version,
    [...trace, orderStep(order)],
    [
      ...(total_paise > 0 ? [debit(heldBy(provider), total_paise)] : []),
      ...entriesOfSpending(order, isHeld),
      // Unused days of the plan before become credit in the same transaction.
      ...(exchange_paise > 0 ? [debit({ kind: "credit-held" } as Account, exchange_paise)] : []),
      ...partsOf(order.documents).map(([account, amount]) => credit(account, amount)),
    ],
  )
}

/**
 * The journal of the points that the student gets for a membership that is paid before the month in which its new term
 * starts; none where it was paid later or is no renewal. Once for each order.
 */
export function draftEarlyPoints(ctx: Pick<Ctx, "clock">, order: Order, captured_on: string): NamedDraft[] {
  const { student_id, renews, starts_on, facts, rules_version } = order
  if (!student_id || !renews || !starts_on) return []
  const paise = earlyPoints(facts.policy, { captured_on, starts_on }, rules_version)
  const points = Math.floor(paise / POINT_PAISE)
  if (points === 0) return []
  const trace = [orderStep(order), { code: "early-payment", starts_on }]
  return [
    draft(ctx, earnedKey(order), rules_version, trace, [
      debit({ kind: "points-given" }, points),
      credit({ kind: "points", holder: student_id }, points),
    ]),
  ]
}

/** What of bills is income and what is owed as tax, by the accounts that have it. */
export function partsOf(billed: readonly Credited[]): [Account, number][] {
  const lines = billed.flatMap((bill) => bill.lines)
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
  const parts: [Account, number][] = [
    [{ kind: "deferred-income" }, sum(({ taxable_paise }) => taxable_paise)],
    [{ kind: "cgst-payable" }, sum(({ cgst_paise }) => cgst_paise)],
    [{ kind: "sgst-payable" }, sum(({ sgst_paise }) => sgst_paise)],
    [{ kind: "igst-payable" }, sum(({ igst_paise }) => igst_paise)],
    [{ kind: "round-off" }, billed.reduce((all, { round_off_paise }) => all + round_off_paise, 0)],
  ]
  return parts.filter(([, amount]) => amount !== 0)
}

/** Money that was captured and has to go back. */
export function writeOwed(
  tx: Pick<Ctx, "db" | "clock">,
  provider: string,
  paymentId: string,
  amount: number,
  reason: string,
): Promise<boolean[]> {
  return writeJournal(
    tx,
    `owed:${paymentId}`,
    "1",
    [{ code: reason }],
    [debit(heldBy(provider), amount), credit({ kind: "refunds-payable" }, amount)],
  )
}

/** Money of a sale that has to go back by the policy or by staff: what its credit notes take back is no longer earned. */
export function writeTakenBack(
  tx: Pick<Ctx, "db" | "clock">,
  refund: { id: string; amount_paise: number; trace: NamedDraft["trace"] },
  credited: readonly Credited[],
): Promise<boolean[]> {
  return writeJournal(tx, `refund:${refund.id}`, "1", refund.trace, [
    ...takenBack(refund.amount_paise, credited).map(([account, amount]) => debit(account, amount)),
    credit({ kind: "refunds-payable" }, refund.amount_paise),
  ])
}

/** The income and taxes that credit notes take back, and what was never billed. */
function takenBack(amount: number, credited: readonly Credited[]): [Account, number][] {
  const unbilled = credited.reduce((left, { total_paise }) => left - total_paise, amount)
  const parts: [Account, number][] = [...partsOf(credited), [{ kind: "deferred-income" }, unbilled]]
  return parts.filter(([, paise]) => paise !== 0)
}

type Returned = { id: string; reopened?: number }

/** The key of the journal by which a refund was given; of one that became owed again, with how often. */
export function returnedKey(refund: Returned): string {
  return `returned:${turnOf(refund)}`
}

/** Credit that was kept by mistake is owed as money again. Throws BalanceTooLow where some of it was spent. */
export async function reverseReturned(tx: Pick<Ctx, "db" | "clock">, refund: Returned): Promise<void> {
  const kind = "unreturned"
  await reverseJournal(tx, returnedKey(refund), {
    ...{ kind, key: `${kind}:${turnOf(refund)}`, rules_version: "1", trace: [{ code: kind }] },
    effective_at: tx.clock.now(),
  })
}

function turnOf({ id, reopened = 0 }: Returned): string {
  return reopened === 0 ? id : `${id}:${reopened}`
}

/**
 * Money that went back: what was owed, or, where the provider was told by somebody else, the income and taxes that
 * its credit notes take back. `holder` is whose credit it is, if it stays as that.
 */
export function writeReturned(
  tx: Pick<Ctx, "db" | "clock">,
  refund: Returned & { amount_paise: number; reason: string; provider: string; way: string },
  credited: readonly Credited[],
  holder?: string,
): Promise<boolean[]> {
  const from: [Account, number][] =
    refund.reason === "outside"
      ? takenBack(refund.amount_paise, credited)
      : [[{ kind: "refunds-payable" }, refund.amount_paise]]
  const paidFrom: Account =
    refund.way === "credit" && holder
      ? { kind: "family-credit", holder }
      : refund.way === "payout"
        ? { kind: "bank" }
        : heldBy(refund.provider)
  return writeJournal(
    tx,
    returnedKey(refund),
    "1",
    [{ code: refund.reason }],
    [...from.map(([account, amount]) => debit(account, amount)), credit(paidFrom, refund.amount_paise)],
  )
}

/** What a provider paid to the bank at once: one journal for what was read together. */
export function writeSettlement(
  tx: Pick<Ctx, "db" | "clock">,
  settlement: { booking_id: string; reference: string; utr: string | null; settled_at: Date },
  entries: readonly [OwnKind, number][],
): Promise<boolean[]> {
  const { booking_id, reference, utr, settled_at } = settlement
  if (entries.length === 0) return Promise.resolve([])
  const trace = [{ code: "settlement", reference, utr }]
  const amounts = entries.map(([kind, amount]) => debit<Account>({ kind }, amount))
  return writeFirst(tx, [
    { ...draft(tx, `settlement:${booking_id}`, "1", trace, amounts), effective_at: settled_at },
  ])
}

/** What a settlement had before the books did: it leaves the provider's account now. */
export function writeExplained(
  tx: Pick<Ctx, "db" | "clock">,
  itemId: string,
  booked: number,
): Promise<boolean[]> {
  const entries = [
    debit<Account>({ kind: "suspense" }, booked),
    credit<Account>({ kind: "gateway-clearing" }, booked),
  ]
  return writeJournal(tx, `explained:${itemId}`, "1", [{ code: "explained" }], entries)
}

/**
 * Writes a journal that counts from now on, or from when its money moved, in the caller's transaction. Returns whether its
 * key was new.
 */
export function writeJournal(
  tx: Pick<Ctx, "db" | "clock">,
  key: string,
  rules_version: string,
  trace: NamedDraft["trace"],
  entries: NamedDraft["entries"],
  effective_at = tx.clock.now(),
): Promise<boolean[]> {
  return writeFirst(tx, [{ ...draft(tx, key, rules_version, trace, entries), effective_at }])
}

/** When money moved of which only the day is known: noon in the academy's zone, and not later than now. */
export function momentOf({ clock, env }: Pick<Ctx, "clock" | "env">, day: string): Date {
  const { from } = spanInZone({ first: day, last: day }, env.TIME_ZONE)
  return new Date(Math.min(clock.now().getTime(), from.getTime() + 12 * HOUR))
}

function draft(
  { clock }: Pick<Ctx, "clock">,
  key: string,
  rules_version: string,
  trace: NamedDraft["trace"],
  entries: NamedDraft["entries"],
): NamedDraft {
  const kind = key.slice(0, key.indexOf(":"))
  return { kind, key, rules_version, trace, effective_at: clock.now(), entries }
}
