import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"

const Paise = z.number().int()

/** Why a movement of a settlement doesn't match the books. */
export const SETTLED_WHY = [
  "unknown-payment",
  "unknown-refund",
  "not-booked",
  "other-amount",
  "other-fee",
  "settled-before",
  "other-kind",
] as const

/** What the payment provider paid to the bank at once. */
export const Settlement = z.object({
  id: Id,
  /** The provider's id of it. */
  reference: z.string(),
  /** The bank's reference of the transfer. */
  utr: z.string().nullable(),
  settled_at: z.iso.datetime(),
  payments: z.object({ paise: Paise, count: z.number().int() }),
  refunds: z.object({ paise: Paise, count: z.number().int() }),
  /** What else the provider added, or took where it is negative. */
  others: z.object({ paise: Paise, count: z.number().int() }),
  /** What the provider kept, without the tax on it. */
  fee_paise: Paise,
  tax_paise: Paise,
  /** What the bank gets. */
  net_paise: Paise,
  /** How many of its movements don't match the books. */
  unmatched: z.number().int(),
  /** What the imported statement has of it, and on which day; null where none has it yet. */
  arrived: z.object({ day: z.iso.date(), paise: Paise }).nullable(),
})
export type Settlement = z.infer<typeof Settlement>

/** One payment, refund or other movement of a settlement. */
export const SettledMovement = z.object({
  id: Id,
  kind: z.enum(["payment", "refund", "other"]),
  /** The provider's id of the payment or the refund. */
  reference: z.string(),
  amount_paise: Paise,
  fee_paise: Paise,
  tax_paise: Paise,
  /** What the bank gets for it; negative for a refund. */
  net_paise: Paise,
  /** What the books had of it at the provider; 0 where nothing. */
  booked_paise: Paise,
  why: z.enum(SETTLED_WHY).nullable(),
  order_number: z.string().nullable(),
  course: z.string().nullable(),
  buyer: z.string().nullable(),
})
export type SettledMovement = z.infer<typeof SettledMovement>

/** Those that don't match the books, and those that no imported statement has. */
export const SETTLEMENT_LISTS = ["unmatched", "awaited"] as const

const settlements = base
  .route({
    method: "GET",
    path: "/admin/money/settlements",
    summary: "List what the payment provider paid to the bank, newest first",
  })
  .input(PageQuery.extend({ which: z.enum(SETTLEMENT_LISTS).optional() }))
  .output(
    pageOf(Settlement).extend({
      /** Whether there is a provider that settles. */
      has_provider: z.boolean(),
      /** When the provider was last asked; null before the first time. */
      asked_at: z.iso.datetime().nullable(),
    }),
  )

const settlement = base
  .route({
    method: "GET",
    path: "/admin/money/settlements/{settlement_id}",
    summary: "Get a settlement with what it covers, page by page, what doesn't match the books first",
  })
  .input(PageQuery.extend({ settlement_id: Id }))
  .output(
    Settlement.extend({
      /** What doesn't match, on the first page. */
      unexplained: z.array(SettledMovement).max(100),
      ...pageOf(SettledMovement).shape,
    }),
  )

const askSettlements = base
  .route({
    method: "POST",
    path: "/admin/money/settlements",
    summary:
      "Ask the payment provider now what it settled, and not within the hour. What is new is listed a moment later",
  })
  .output(z.object({}))

export const settlementProcedures = { settlements, settlement, askSettlements }
