import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

/** What money on the academy's account is that isn't for an order. */
export const ASIDE_REASONS = [
  "own-money",
  "other-income",
  "recorded-elsewhere",
  "sent-back",
  "other",
] as const
export type AsideReason = (typeof ASIDE_REASONS)[number]

/** Why an import couldn't count a line, or that it did. */
const LINE_WHY = [
  "reference-and-amount",
  "utr-other-amount",
  "reference-other-amount",
  "amount-only",
  "several-orders",
  "paid-again",
  "settlement",
  "settlement-other-amount",
  "nothing",
] as const

/** Money of an imported statement that no order explained. */
export const BankLine = z.object({
  id: Id,
  day: z.iso.date(),
  /** As the bank wrote it; null once whom it names was erased. */
  text: z.string().nullable(),
  amount_paise: z.number().int(),
  why: z.enum(LINE_WHY),
  /** The order that it may be for. */
  hint: z
    .object({ order_number: z.string(), payer: z.string().nullable(), total_paise: z.number().int() })
    .nullable(),
  state: z.enum(["open", "matched", "aside"]),
  /** What it was matched to. */
  order_number: z.string().nullable(),
  settlement: z.object({ settlement_id: Id, reference: z.string() }).nullable(),
  reason: z.enum(ASIDE_REASONS).nullable(),
  note: z.string().nullable(),
  decided_at: z.iso.datetime().nullable(),
  /** Who decided; null for an import, or once erased. */
  decided_by: z.string().nullable(),
})
export type BankLine = z.infer<typeof BankLine>

/** A payout of the provider that no statement has had, and that some open line may be. */
const Payout = z.object({
  id: Id,
  /** The provider's own, and the bank's. */
  reference: z.string(),
  utr: z.string().nullable(),
  settled_at: z.iso.datetime(),
  net_paise: z.number().int(),
})
export type Payout = z.infer<typeof Payout>

const Line = z.object({ line_id: Id })

const decided = {
  LINE_DECIDED: { status: 409, message: "Somebody decided about this line meanwhile" },
} as const

const lines = base
  .route({
    method: "GET",
    path: "/admin/money/bank-lines",
    summary: "List money of imported statements that no order explained: open, or what was decided",
  })
  .input(PageQuery.extend({ decided: z.stringbool().optional() }))
  .output(
    pageOf(BankLine).extend({
      open: z.object({ paise: z.number().int(), count: z.number().int() }),
      /** Payouts with the amount of a line that is listed, however old. */
      payouts: z.array(Payout),
    }),
  )

const matchLine = base
  .route({
    method: "POST",
    path: "/admin/money/bank-lines/{line_id}/order",
    summary: "Say for which order by UPI a line's money came. Another amount than the order's is refunded",
  })
  .input(
    Line.extend({
      order_number: z
        .string("Enter the order's number")
        .trim()
        .toUpperCase()
        .min(1, "Enter the order's number")
        .max(40),
    }),
  )
  .output(
    z.object({
      /** Whether the order is paid now, or the money has to go back. */
      outcome: z.enum(["paid", "owed"]),
    }),
  )
  .errors(decided)

const matchSettlement = base
  .route({
    method: "POST",
    path: "/admin/money/bank-lines/{line_id}/settlement",
    summary: "Say which settlement a line is. Its amount has to be the settlement's",
  })
  .input(Line.extend({ settlement_id: Id }))
  .output(z.object({}))
  .errors(decided)

const setAside = base
  .route({
    method: "POST",
    path: "/admin/money/bank-lines/{line_id}/aside",
    summary: "Put a line aside with a reason: its money isn't for an order",
  })
  .input(
    Line.extend({
      reason: z.enum(ASIDE_REASONS, "Choose a reason"),
      note: z.string().trim().max(300, "At most 300 characters").optional(),
    }),
  )
  .output(z.object({}))
  .errors(decided)

const reopen = base
  .route({
    method: "POST",
    path: "/admin/money/bank-lines/{line_id}/reopening",
    summary: "Take up a line again that was put aside. Repeating it changes nothing",
  })
  .input(Line)
  .output(z.object({}))
  .errors(decided)

export const bank = { lines, matchLine, matchSettlement, setAside, reopen }
