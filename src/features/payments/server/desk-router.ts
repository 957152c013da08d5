import { implement } from "@orpc/server"
import { bank } from "#contract/bank.ts"
import { money } from "#contract/money.ts"
import { orders } from "#contract/orders.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { matchLine, matchSettlement, reopenLine, setAside } from "./bank/decide.ts"
import { listLines } from "./bank/list.ts"
import { readDeskOrder } from "./desk/desk-order.ts"
import { listEveryOrder } from "./desk/order-list.ts"
import { listEnding } from "./money/ending.ts"
import { listIssuers, readGstr1, readJournal } from "./money/exports.ts"
import { listMoney } from "./money/movements.ts"
import { readMoney } from "./money/overview.ts"
import { approveRefund, declineRefund, refundByStaff } from "./refunding/by-staff.ts"
import { correctReference, reopenRefund } from "./refunding/corrections.ts"
import { retryRefund, settleRefund } from "./refunding/settle-refund.ts"
import { listSettlements, readSettlement } from "./settlements/list.ts"
import { askSettlements } from "./settlements/read.ts"

const os = implement(orders).$context<Ctx>()
const office = os.use(allow(hasRole("office", "admin")))
/** Money leaves by these. */
const provenOffice = os.use(allow(hasRole("office", "admin"), { proven: true }))

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
  correctReference: provenOffice.correctReference.handler(async ({ context, input }) => {
    await correctReference(context, input)
    return {}
  }),
  reopenRefund: provenOffice.reopenRefund.handler(async ({ context, input }) => {
    await reopenRefund(context, input.refund_id)
    return {}
  }),
  retryRefund: provenOffice.retryRefund.handler(async ({ context, input }) => {
    await retryRefund(context, input.refund_id)
    return {}
  }),
})

const books = implement(money).$context<Ctx>()
const desk = books.use(allow(hasRole("office", "admin")))
/** Whole lists leave by these. */
const provenDesk = books.use(allow(hasRole("office", "admin"), { proven: true }))

export const moneyRouter = books.router({
  overview: desk.overview.handler(({ context, input }) => readMoney(context, input.month)),
  movements: desk.movements.handler(({ context, input }) => listMoney(context, input)),
  journal: provenDesk.journal.handler(({ context, input }) => readJournal(context, input)),
  issuers: desk.issuers.handler(async ({ context, input }) => ({
    gstins: await listIssuers(context, input),
  })),
  gstr1: provenDesk.gstr1.handler(({ context, input }) => readGstr1(context, input)),
  settlements: desk.settlements.handler(({ context, input }) => listSettlements(context, input)),
  askSettlements: desk.askSettlements.handler(async ({ context }) => {
    await askSettlements(context)
    return {}
  }),
  settlement: desk.settlement.handler(({ context, input }) => readSettlement(context, input)),
  ending: desk.ending.handler(({ context, input }) => listEnding(context, input)),
})

const lines = implement(bank).$context<Ctx>()
const lineDesk = lines.use(allow(hasRole("office", "admin")))

export const bankRouter = lines.router({
  lines: lineDesk.lines.handler(({ context, input }) => listLines(context, input)),
  matchLine: lineDesk.matchLine.handler(({ context, input }) => matchLine(context, input)),
  matchSettlement: lineDesk.matchSettlement.handler(async ({ context, input }) => {
    await matchSettlement(context, input)
    return {}
  }),
  setAside: lineDesk.setAside.handler(async ({ context, input }) => {
    await setAside(context, input)
    return {}
  }),
  reopen: lineDesk.reopen.handler(async ({ context, input }) => {
    await reopenLine(context, input.line_id)
    return {}
  }),
})
