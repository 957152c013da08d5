import { implement } from "@orpc/server"
import { shop } from "#contract/shop/shop.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole } from "#platform/policy.ts"
import { askParent } from "./ask-parent.ts"
import { putInBasket, readBasket } from "./basket.ts"
import { orderBasket, reviewBasket } from "./checkout.ts"
import { readOwnGoods } from "./goods-view.ts"
import { listItems, readItem } from "./items.ts"
import { askReturn } from "./returns.ts"

const os = implement(shop).$context<Ctx>()
const buying = os.use(allow(hasRole("student", "guardian")))

export const shopRouter = os.router({
  items: os.use(anyone).items.handler(({ context }) => listItems(context)),
  item: os.use(anyone).item.handler(({ context, input }) => readItem(context, input.slug)),
  basket: buying.basket.handler(({ context }) => readBasket(context)),
  putInBasket: buying.putInBasket.handler(({ context, input }) => putInBasket(context, input)),
  review: buying.review.handler(({ context, input }) => reviewBasket(context, input)),
  order: buying.order.handler(({ context, input }) => orderBasket(context, input)),
  askParent: os
    .use(allow(hasRole("student")))
    .askParent.handler(({ context, input }) => askParent(context, input.size_id)),
  goods: buying.goods.handler(({ context, input }) => readOwnGoods(context, input.order_number)),
  askReturn: buying.askReturn.handler(({ context, input }) => askReturn(context, input)),
})
