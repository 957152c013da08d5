import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { Order, OrderNumber } from "../payments/order.ts"
import { Business, Paise, Price, StateCode, Step, sale } from "../payments/priced.ts"
import { LINE_FAULTS, RETURN_REASONS, WAYS } from "./codes.ts"
import { GoodsOrder, InBoth, ShopItem } from "./goods.ts"

const closed = { SHOP_CLOSED: { status: 404, message: "This academy has no shop here" } } as const

const Promised = z.object({
  working_days: z.number().int(),
  /** For an order of today, in the academy's zone. */
  promised_on: WallDate,
})

/** How goods reach their buyers: null for a way that isn't offered. */
const Ways = z.object({
  delivery: Promised.extend({
    fee_paise: Paise,
    /** PIN codes of the area, or how they begin. */
    pins: z.array(z.string()),
  }).nullable(),
  pickup: Promised.extend({
    centres: z.array(z.object({ name: z.string(), address: z.string() })),
  }).nullable(),
  return_days: z.number().int(),
})
export type Ways = z.infer<typeof Ways>

const listItems = base
  .route({ method: "GET", path: "/shop", summary: "List what the academy's shop has on sale" })
  .output(
    z.object({
      /** Whether the shop is open; a closed one lists nothing. */
      open: z.boolean(),
      ways: Ways,
      items: z.array(ShopItem),
    }),
  )

const readItem = base
  .route({ method: "GET", path: "/shop/{slug}", summary: "Get one thing of the shop, with its sizes" })
  .input(z.object({ slug: z.string().max(120) }))
  .output(z.object({ item: ShopItem, ways: Ways }))

const Child = z.object({ student_id: Id, first_name: z.string() })

export const Basket = z.object({
  lines: z
    .array(
      z.object({
        id: Id,
        size_id: Id,
        slug: z.string(),
        title: InBoth,
        image: z.string(),
        size: z.string(),
        student: Child,
        quantity: z.number().int(),
        unit_paise: Paise,
        left: z.number().int(),
        fault: z.enum(LINE_FAULTS).nullable(),
      }),
    )
    .max(30),
  total_paise: Paise,
  /** Whom the viewer can buy for. */
  people: z.array(Child),
  /** A student under 18, who asks a parent. */
  asks_parent: z.boolean(),
})
export type Basket = z.infer<typeof Basket>

const readBasket = base
  .route({
    method: "GET",
    path: "/my/basket",
    summary: "Get what the viewer means to buy, and for whom they can",
  })
  .output(Basket)

const Quantity = z.coerce.number().int().min(0).max(20)

const putInBasket = base
  .route({
    method: "PUT",
    path: "/my/basket/lines",
    summary:
      "Put so many pieces of a size for a child into the basket; 0 takes them out. Repeating it changes nothing",
  })
  .input(
    z.object({
      size_id: Id,
      /** The viewer, or the only child, unless given. */
      student_id: Id.optional(),
      quantity: Quantity,
    }),
  )
  .output(Basket)
  .errors({
    ...closed,
    GUARDIAN_PAYS: { status: 403, message: "A student under 18 can't pay; a parent can" },
    SOLD_OUT: { status: 409, message: "Fewer pieces are left" },
    BASKET_FULL: { status: 409, message: "The basket has 30 lines already" },
  })

/** Where it goes. What is typed is checked when it is ordered. */
const Delivery = {
  way: z.enum(WAYS).optional(),
  pin: z.string().max(20).optional(),
  centre: z.string().max(200).optional(),
  state: StateCode.optional(),
  ...Business,
}

const review = base
  .route({
    method: "GET",
    path: "/my/basket/price",
    summary: "Get what the basket costs, and by when it comes",
  })
  .input(z.object(Delivery))
  .output(
    z.object({
      basket: Basket,
      ways: Ways,
      way: z.enum(WAYS).nullable(),
      state: StateCode.nullable(),
      business: z.object({
        gstin: z.string(),
        name: z.string(),
        address: z.string(),
        fault: z.string().nullable(),
      }),
      /** What was typed for the last delivery, or what is known of the viewer. */
      known: z.object({
        name: z.string(),
        phone: z.string(),
        address: z.string(),
        pin: z.string(),
        centre: z.string(),
      }),
      /** For how long its pieces are kept while it is paid. */
      hold_minutes: z.number().int(),
      /** Whether the PIN code is outside of the delivery area; null where none was given. */
      outside: z.boolean().nullable(),
      price: Price.nullable(),
      refused: z.array(Step),
    }),
  )
  .errors({ ...closed, PAYMENTS_OFF: { status: 404, message: "This academy takes no payments here" } })

const order = base
  .route({
    method: "POST",
    path: "/my/basket/order",
    summary:
      "Order the basket: its pieces are set aside while it is paid. One order at a time, however often it is asked for",
  })
  .input(
    z.object({
      ...Delivery,
      way: z.enum(WAYS),
      state: StateCode,
      name: z.string().trim().max(120).default(""),
      phone: z.string().max(30).default(""),
      address: z.string().trim().max(500).default(""),
      /** Pays to the academy's UPI id where there is a provider as well. */
      pay_by: z.enum(["upi"]).optional(),
    }),
  )
  .output(Order)
  .errors({
    ...closed,
    PAYMENTS_OFF: { status: 404, message: "This academy takes no payments here" },
    BASKET_EMPTY: { status: 409, message: "There is nothing in the basket" },
    SOLD_OUT: { status: 409, message: "Fewer pieces are left than the basket has" },
    UNPAID_ORDERS: { status: 429, message: "Several orders by UPI were left unpaid in the last day" },
    ...sale,
  })

const askParent = base
  .route({
    method: "POST",
    path: "/shop/ask-parent",
    summary:
      "Send what a student under 18 would like to the parents, who pay for it. Once a day for one size",
  })
  .input(z.object({ size_id: Id }))
  .output(z.object({ parents: z.number().int() }))
  .errors({
    ...closed,
    PAYS_ALONE: { status: 403, message: "A student of 18 pays without asking" },
    NO_PARENT_YET: { status: 409, message: "No parent has confirmed that this is their child" },
    ASKED_TODAY: { status: 409, message: "This was sent less than a day ago" },
  })

const readGoods = base
  .route({
    method: "GET",
    path: "/orders/{order_number}/goods",
    summary: "Get how far one's own order of goods is",
  })
  .input(OrderNumber)
  .output(GoodsOrder)

const askReturn = base
  .route({
    method: "POST",
    path: "/orders/{order_number}/returns",
    summary: "Ask to give pieces of a line back. The same form sent twice is one",
  })
  .input(
    OrderNumber.extend({
      /** One form's own. */
      return_id: Id,
      line_id: Id,
      quantity: z.coerce.number().int().min(1).max(20),
      reason: z.enum(RETURN_REASONS, "Choose a reason"),
      note: z.string().trim().max(500).default(""),
    }),
  )
  .output(GoodsOrder)
  .errors({
    NOT_RETURNABLE: {
      status: 409,
      message: "These pieces can't be returned; `why` says why",
      data: z.object({ why: z.enum(["not-handed-over", "refunded-already", "nothing-left", "too-late"]) }),
    },
  })

export const shop = {
  ...{ items: listItems, item: readItem, basket: readBasket, putInBasket, review, order, askParent },
  ...{ goods: readGoods, askReturn },
}
