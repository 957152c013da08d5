import { implement } from "@orpc/server"
import { orders } from "#contract/orders.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { readDeskOrder } from "./desk/desk-order.ts"
import { listEveryOrder } from "./desk/order-list.ts"
import { approveRefund, declineRefund, refundByStaff } from "./refunding/by-staff.ts"
import { retryRefund, settleRefund } from "./refunding/settle-refund.ts"

const os = implement(orders).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))
/** Money leaves by these. */
const provenOffice = os.use(allow(hasRole("admin"), { proven: true }))

export const ordersRouter = os.router({
  list: office.list.handler(({ context, input }) => listEveryOrder(context, input)),
  read: office.read.handler(({ context, input }) => readDeskOrder(context, input.order_number)),
  refund: provenOffice.refund.handler(({ context, input }) => refundByStaff(context, input)),
  approveRefund: provenOffice.approveRefund.handler(async ({ context, input }) => {
    await approveRefund(context, input.refund_request_id)
    return {}
  }),
  declineRefund: provenOffice.declineRefund.handler(async ({ context, input }) => {
    await declineRefund(context, input.refund_request_id, input.reason)
    return {}
  }),
  settleRefund: provenOffice.settleRefund.handler(async ({ context, input }) => {
    await settleRefund(context, input)
    return {}
  }),
  retryRefund: provenOffice.retryRefund.handler(async ({ context, input }) => {
    await retryRefund(context, input.refund_id)
    return {}
  }),
})
