import { z } from "zod"
import { Id, WallDate } from "../base.ts"
import { Paise } from "../payments/priced.ts"
import { RETURN_REASONS, RETURN_STATES, STAGES, WAYS } from "./codes.ts"

/** A text that the academy wrote in both languages. */
export const InBoth = z.object({ en: z.string(), hi: z.string() })

export const ShopSize = z.object({
  id: Id,
  /** Empty where the item has one size only. */
  label: z.string(),
  /** Pieces that can be bought now; 20 stands for more as well. */
  left: z.number().int(),
})

export const ShopItem = z.object({
  id: Id,
  slug: z.string(),
  title: InBoth,
  summary: InBoth,
  image: z.string(),
  /** Tax included. */
  price_paise: Paise,
  sizes: z.array(ShopSize).max(40),
})
export type ShopItem = z.infer<typeof ShopItem>

/** What a buyer wants to give back. */
export const GoodsReturn = z.object({
  id: Id,
  quantity: z.number().int(),
  reason: z.enum(RETURN_REASONS),
  note: z.string().nullable(),
  answer: z.string().nullable(),
  state: z.enum(RETURN_STATES),
  refund_paise: Paise.nullable(),
  asked_at: z.iso.datetime(),
})
export type GoodsReturn = z.infer<typeof GoodsReturn>

/** What was bought in an order of goods, and how far it is. */
export const GoodsOrder = z.object({
  order_number: z.string(),
  stage: z.enum(STAGES),
  way: z.enum(WAYS),
  /** Whom to hand it to, and where; null once the buyer was erased. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  pin: z.string().nullable(),
  centre: z.string().nullable(),
  promised_on: WallDate,
  carrier: z.string().nullable(),
  /** When it reached this stage. */
  changed_at: z.iso.datetime(),
  lines: z.array(
    z.object({
      id: Id,
      title: InBoth,
      size: z.string(),
      image: z.string(),
      quantity: z.number().int(),
      student: z.object({ student_id: Id, first_name: z.string() }).nullable(),
      /** How many pieces can be returned now, and why not more; a code. */
      returnable: z.number().int(),
      why_not: z.enum(["not-handed-over", "refunded-already", "nothing-left", "too-late"]).nullable(),
      returns: z.array(GoodsReturn),
    }),
  ),
  /** The last day on which a return can be asked for; null until it was handed over. */
  return_until: WallDate.nullable(),
})
export type GoodsOrder = z.infer<typeof GoodsOrder>
