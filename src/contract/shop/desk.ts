import { z } from "zod"
import { base, Id, PageQuery, pageOf, sensitive, WallDate } from "../base.ts"
import { OrderNumber } from "../payments/order.ts"
import { Paise } from "../payments/priced.ts"
import { DESK_STAGES, GOODS_SUPPLIES, STAGES, WAYS } from "./codes.ts"
import { GoodsOrder, GoodsReturn, InBoth } from "./goods.ts"

export const PackEntry = z.object({
  order_number: z.string(),
  stage: z.enum(STAGES),
  way: z.enum(WAYS),
  buyer: z.string().nullable(),
  centre: z.string().nullable(),
  pin: z.string().nullable(),
  promised_on: WallDate,
  /** Whether the promised date has passed. */
  late: z.boolean(),
  lines: z.array(z.object({ title: InBoth, size: z.string(), quantity: z.number().int() })),
})
export type PackEntry = z.infer<typeof PackEntry>

const listOrders = base
  .route({
    method: "GET",
    path: "/admin/shop/orders",
    summary: "List paid orders of goods by their stage, those promised first before the others",
  })
  .input(PageQuery.extend({ stage: z.enum(DESK_STAGES).default("to-pack") }))
  .output(pageOf(PackEntry).extend({ counts: z.record(z.string(), z.number().int()) }))

const packingList = base
  .route({
    method: "GET",
    path: "/admin/shop/packing-list",
    summary: "Get what is to be packed: pieces in all, and each order with where it goes. At most 200 orders",
  })
  .output(
    z.object({
      pieces: z.array(z.object({ title: InBoth, size: z.string(), quantity: z.number().int() })),
      orders: z.array(GoodsOrder),
    }),
  )

const advance = base
  .route({
    method: "POST",
    path: "/admin/shop/orders/advance",
    summary: "Note that orders reached the next stage. Their buyers are told once",
  })
  .input(
    z.object({
      order_numbers: z.array(z.string().max(40)).min(1, "Choose an order").max(200),
      to: z.enum(["packed", "sent", "delivered", "ready", "collected"]),
      /** Whom it was sent with, and under which number. */
      carrier: z.string().trim().max(120).default(""),
    }),
  )
  .output(
    z.object({
      moved: z.number().int(),
      /** Orders that weren't at the stage before, such as those that were refunded meanwhile. */
      left: z.array(z.string()),
    }),
  )

const stepBack = base
  .route({
    method: "POST",
    path: "/admin/shop/orders/{order_number}/stage-back",
    summary: "Undo the stage that an order was set to by mistake. The buyer isn't told",
  })
  .input(OrderNumber.extend({ from: z.enum(["packed", "sent", "delivered", "ready", "collected"]) }))
  .output(GoodsOrder)
  .errors({
    STAGE_CHANGED: { status: 409, message: "This order is at another stage by now: look at it again" },
    RETURN_ASKED: { status: 409, message: "A return was asked for, so the buyer has the goods" },
  })

const readGoods = base
  .route({
    method: "GET",
    path: "/admin/shop/orders/{order_number}",
    summary: "Get how far an order of goods is",
  })
  .input(OrderNumber)
  .output(GoodsOrder)

export const ReturnEntry = GoodsReturn.extend({
  order_number: z.string(),
  buyer: z.string().nullable(),
  title: InBoth,
  size: z.string(),
  /** What these pieces cost, which is refunded once they came. */
  worth_paise: Paise,
  /** Whether `refund_paise` was given, or what became of asking a colleague for it; null where nothing is refunded. */
  refund: z.enum(["given", "waits", "declined"]).nullable(),
  received_at: z.iso.datetime().nullable(),
  restocked: z.boolean().nullable(),
})
export type ReturnEntry = z.infer<typeof ReturnEntry>

const listReturns = base
  .route({
    method: "GET",
    path: "/admin/shop/returns",
    summary: "List returns: those to decide about or to come, the oldest first, or those that are over",
  })
  .input(PageQuery.extend({ over: z.coerce.boolean().default(false) }))
  .output(pageOf(ReturnEntry))

const decided = {
  RETURN_DECIDED: { status: 409, message: "Somebody decided about this return meanwhile" },
} as const

const decideReturn = base
  .route({
    method: "POST",
    path: "/admin/shop/returns/{return_id}/decision",
    summary: "Accept or decline a return. The buyer is told",
  })
  .input(z.object({ return_id: Id, accepts: z.boolean(), answer: z.string().trim().max(500).default("") }))
  .output(z.object({}))
  .errors(decided)

const receiveReturn = sensitive
  .route({
    method: "POST",
    path: "/admin/shop/returns/{return_id}/arrival",
    summary:
      "Note that the pieces came back, and refund them. Above the limit a colleague is asked, and again after declining",
  })
  .input(
    z.object({
      return_id: Id,
      /** Whether they go back onto the shelf, or are written off. */
      restocked: z.boolean(),
    }),
  )
  .output(
    z.object({
      /** `nothing` where all of the order was refunded before. */
      outcome: z.enum(["given", "waits", "nothing"]),
      refund_paise: Paise,
    }),
  )
  .errors({
    ...decided,
    REFUND_WAITS: { status: 409, message: "Another refund of this order waits for a second person" },
  })

/** GSTR-1 asks for 4 digits up to a turnover of 5 crore rupees, and for 6 above. */
export const Hsn = z
  .string()
  .trim()
  .regex(/^(?:\d{4}|\d{6}|\d{8})$/, "Enter 4, 6 or 8 digits, such as 611420")
  // GSTR-1 would state them as services, without a quantity.
  .regex(/^(?!99)/, "Codes that begin with 99 are for services. Enter the code of these goods")

const ShelfItem = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  title_hi: z.string(),
  summary: z.string(),
  summary_hi: z.string(),
  image: z.string(),
  supplies: z.array(z.string()),
  /** The academy's own; null for the one of what is in it. */
  hsn: z.string().nullable(),
  price_paise: Paise.nullable(),
  offered: z.boolean(),
  sizes: z.array(
    z.object({
      id: Id,
      label: z.string(),
      free: z.number().int(),
      /** Set aside for orders that aren't paid yet. */
      held: z.number().int(),
    }),
  ),
})
export type ShelfItem = z.infer<typeof ShelfItem>

const listItems = base
  .route({ method: "GET", path: "/admin/shop/items", summary: "List every thing of the shop with its stock" })
  .output(z.array(ShelfItem))

const saveItem = base
  .route({
    method: "PUT",
    path: "/admin/shop/items/{item_id}",
    summary: "Save a thing of the shop, new or known",
  })
  .input(
    z.object({
      item_id: Id,
      title: z.string("Fill this in").trim().min(1, "Fill this in").max(120),
      title_hi: z.string("Fill this in").trim().min(1, "Fill this in").max(120),
      summary: z.string().trim().max(600).default(""),
      summary_hi: z.string().trim().max(600).default(""),
      image: z.string().max(200),
      supplies: z.array(z.enum(GOODS_SUPPLIES)).min(1, "Choose at least one").max(8),
      /** Left out for the one of what is in it. */
      hsn: Hsn.optional(),
      /** Tax included; nothing while it isn't on sale. */
      price_rupees: z.coerce.number().min(0).max(1_00_000).optional(),
      offered: z.boolean(),
      /** Labels of its sizes in turn; none for one size. */
      sizes: z.array(z.string().trim().min(1).max(40)).max(40),
    }),
  )
  .output(ShelfItem)
  .errors({
    SIZE_IN_USE: { status: 409, message: "A size that was bought or has pieces can't be taken away" },
  })

const moveStock = base
  .route({
    method: "POST",
    path: "/admin/shop/sizes/{size_id}/stock",
    summary: "Put pieces on the shelf, or take them off it. The same form sent twice counts once",
  })
  .input(
    z.object({
      size_id: Id,
      /** How many pieces the form was shown as free, so that it counts once. */
      shown: z.coerce.number().int().min(0),
      /** How many there are. */
      free: z.coerce.number("Give a whole number").int("Give a whole number").min(0).max(100_000),
    }),
  )
  .output(ShelfItem)
  .errors({ STOCK_CHANGED: { status: 409, message: "The stock has changed meanwhile: look at it again" } })

export const shopDesk = {
  ...{ orders: listOrders, packingList, advance, stepBack, goods: readGoods },
  ...{ returns: listReturns, decideReturn, receiveReturn },
  ...{ items: listItems, saveItem, moveStock },
}
