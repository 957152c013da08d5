import { implement } from "@orpc/server"
import { shopDesk } from "#contract/shop/desk.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { readGoods } from "./goods-view.ts"
import { listShelf, moveStock, saveItem } from "./manage.ts"
import { advance, listOrders, readPackingList } from "./packing.ts"
import { decideReturn, listReturns, receiveReturn } from "./returns.ts"
import { stepBack } from "./step-back.ts"

const os = implement(shopDesk).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))
/** Who gives money back reads what it was for. */
const reading = os.use(allow(hasRole("admin", "office")))
/** Money leaves by it. */
const provenOffice = os.use(allow(hasRole("admin"), { proven: true }))

export const shopDeskRouter = os.router({
  orders: office.orders.handler(({ context, input }) => listOrders(context, input)),
  packingList: office.packingList.handler(({ context }) => readPackingList(context)),
  advance: office.advance.handler(({ context, input }) => advance(context, input)),
  stepBack: office.stepBack.handler(({ context, input }) => stepBack(context, input)),
  goods: reading.goods.handler(({ context, input }) => readGoods(context, input.order_number)),
  returns: office.returns.handler(({ context, input }) => listReturns(context, input)),
  decideReturn: office.decideReturn.handler(async ({ context, input }) => {
    await decideReturn(context, input)
    return {}
  }),
  receiveReturn: provenOffice.receiveReturn.handler(({ context, input }) => receiveReturn(context, input)),
  items: office.items.handler(({ context }) => listShelf(context)),
  saveItem: office.saveItem.handler(({ context, input }) => saveItem(context, input)),
  moveStock: office.moveStock.handler(({ context, input }) => moveStock(context, input)),
})
