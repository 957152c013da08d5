import type { Order } from "#contract/payments.ts"
import type { PageRequest } from "#ui/api.ts"
import { tellPrice } from "./told-price.server.ts"

/** An order with its price in the reader's words. */
export function tellOrder(page: PageRequest, order: Order) {
  const { price, course, ...rest } = order
  return { ...rest, course, price: tellPrice(page.language, price, course.title) }
}

export type ToldOrder = ReturnType<typeof tellOrder>
