import { implement } from "@orpc/server"
import { payments } from "#contract/payments/payments.ts"
import type { Ctx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { allow, anyone, hasRole } from "#platform/policy.ts"
import { askParent } from "./asking/ask-parent.ts"
import { reviewProgram } from "./checkout/review.ts"
import { readFamilyNeeds } from "./memberships/family-needs.ts"
import { listOrders, readOrder, requireOrder } from "./order-view.ts"
import { createOrder } from "./orders.ts"
import { hasUpiInstead } from "./providers.ts"
import { askRefund } from "./refunding/give-back.ts"
import { readTerms } from "./refunding/terms.ts"
import { noteReturn } from "./returning.ts"

const os = implement(payments).$context<Ctx>()
const buying = os.use(allow(hasRole("student", "guardian")))

export const paymentsRouter = os.router({
  options: os.use(anyone).options.handler(({ context }) => ({
    provider: context.money && (context.money.name === DIRECT_UPI ? "upi" : context.env.paymentProvider),
    upi_instead: hasUpiInstead(context),
  })),
  review: buying.review.handler(({ context, input }) => reviewProgram(context, input)),
  createOrder: buying.createOrder.handler(({ context, input }) => createOrder(context, input)),
  askParent: os
    .use(allow(hasRole("student")))
    .askParent.handler(({ context, input }) => askParent(context, input)),
  needs: buying.needs.handler(({ context }) => readFamilyNeeds(context)),
  order: buying.order.handler(({ context, input }) => readOrder(context, input.order_number)),
  returned: buying.returned.handler(({ context, input }) => noteReturn(context, input)),
  refundTerms: buying.refundTerms.handler(async ({ context, input }) => {
    const paid = await readTerms(context, await requireOrder(context, input.order_number))
    return paid?.terms ?? null
  }),
  askRefund: buying.askRefund.handler(({ context, input }) => askRefund(context, input)),
  mine: buying.mine.handler(({ context, input }) => listOrders(context, input)),
})
