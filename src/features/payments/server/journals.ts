import { credit, debit } from "#features/ledger/rules.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import type { orders } from "./table.ts"

type Order = typeof orders.$inferSelect
type OwnAccount = NamedDraft["entries"][number]["account"]

/** Who has the money: a provider until it settles, or the academy's bank. */
function heldBy(provider: string): OwnAccount {
  return { kind: provider === DIRECT_UPI ? "bank" : "gateway-clearing" }
}

/**
 * The journal of money that was captured for an order and is kept: what is taught is earned later, the taxes are owed from now
 * on.
 */
export function draftSale(ctx: Pick<Ctx, "clock">, order: Order, paymentId: string): NamedDraft {
  const lines = order.documents.flatMap((document) => document.lines)
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
  const roundOff = order.documents.reduce((all, document) => all + document.round_off_paise, 0)
  const parts: [OwnAccount, number][] = [
    [{ kind: "deferred-income" }, sum(({ taxable_paise }) => taxable_paise)],
    [{ kind: "cgst-payable" }, sum(({ cgst_paise }) => cgst_paise)],
    [{ kind: "sgst-payable" }, sum(({ sgst_paise }) => sgst_paise)],
    [{ kind: "igst-payable" }, sum(({ igst_paise }) => igst_paise)],
    [{ kind: "round-off" }, roundOff],
  ]
  return draft(ctx, `sale:${paymentId}`, order.rules_version, order.trace, [
    debit(heldBy(order.provider), order.total_paise),
    ...parts.flatMap(([account, amount]) => (amount === 0 ? [] : [credit(account, amount)])),
  ])
}

/** Money that was captured and has to go back. */
export function writeOwed(
  tx: Pick<Ctx, "db" | "clock">,
  provider: string,
  paymentId: string,
  amount: number,
  reason: string,
): Promise<boolean[]> {
  return write(
    tx,
    `owed:${paymentId}`,
    "1",
    [{ code: reason }],
    [debit(heldBy(provider), amount), credit({ kind: "refunds-payable" }, amount)],
  )
}

/** Money that went back: what was owed, or, where the provider was told by somebody else, income. */
export function writeReturned(
  tx: Pick<Ctx, "db" | "clock">,
  refund: { id: string; amount_paise: number; reason: string; provider: string },
): Promise<boolean[]> {
  const from: OwnAccount = { kind: refund.reason === "outside" ? "deferred-income" : "refunds-payable" }
  return write(
    tx,
    `returned:${refund.id}`,
    "1",
    [{ code: refund.reason }],
    [debit(from, refund.amount_paise), credit(heldBy(refund.provider), refund.amount_paise)],
  )
}

function write(
  tx: Pick<Ctx, "db" | "clock">,
  key: string,
  rules_version: string,
  trace: NamedDraft["trace"],
  entries: NamedDraft["entries"],
): Promise<boolean[]> {
  return writeFirst(tx, [draft(tx, key, rules_version, trace, entries)])
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
