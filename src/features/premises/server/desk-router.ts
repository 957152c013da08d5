import { implement } from "@orpc/server"
import { premisesDesk } from "#contract/premises/desk.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { makeBatch } from "./batch.ts"
import { listEnquiries } from "./enquiries.ts"
import {
  approveQuoteCancellation,
  cancelQuoteInvoice,
  correctQuoteReturn,
  keepQuoteInvoice,
  recordPayment,
  recordQuoteExcessReturn,
  recordQuoteReturn,
  reversePayment,
  writeOffQuoteRemainder,
} from "./payments.ts"
import { removePerson, renewJoinLink } from "./people.ts"
import { closeEnquiry, readEnquiry, resendQuote, sendQuote } from "./quotes.ts"

const os = implement(premisesDesk).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))
/** What was earned is taken back by these, and money leaves. */
const provenOffice = os.use(allow(hasRole("admin"), { proven: true }))

export const premisesDeskRouter = os.router({
  list: office.list.handler(({ context, input }) => listEnquiries(context, input)),
  read: office.read.handler(({ context, input }) => readEnquiry(context, input.enquiry_id)),
  sendQuote: office.sendQuote.handler(({ context, input }) => sendQuote(context, input)),
  resendQuote: office.resendQuote.handler(({ context, input }) => resendQuote(context, input.quote_id)),
  close: office.close.handler(({ context, input }) => closeEnquiry(context, input.enquiry_id)),
  makeBatch: office.makeBatch.handler(({ context, input }) => makeBatch(context, input)),
  renewJoinLink: office.renewJoinLink.handler(({ context, input }) => renewJoinLink(context, input.quote_id)),
  removePerson: office.removePerson.handler(({ context, input }) => removePerson(context, input)),
  recordPayment: office.recordPayment.handler(({ context, input }) => recordPayment(context, input)),
  writeOffRemainder: provenOffice.writeOffRemainder.handler(({ context, input }) =>
    writeOffQuoteRemainder(context, input),
  ),
  recordExcessReturn: provenOffice.recordExcessReturn.handler(({ context, input }) =>
    recordQuoteExcessReturn(context, input),
  ),
  correctReturn: provenOffice.correctReturn.handler(({ context, input }) =>
    correctQuoteReturn(context, input),
  ),
  reversePayment: provenOffice.reversePayment.handler(({ context, input }) => reversePayment(context, input)),
  cancelInvoice: provenOffice.cancelInvoice.handler(({ context, input }) =>
    cancelQuoteInvoice(context, input),
  ),
  approveCancellation: provenOffice.approveCancellation.handler(({ context, input }) =>
    approveQuoteCancellation(context, input.quote_id),
  ),
  keepInvoice: provenOffice.keepInvoice.handler(({ context, input }) =>
    keepQuoteInvoice(context, input.quote_id),
  ),
  recordReturn: provenOffice.recordReturn.handler(({ context, input }) => recordQuoteReturn(context, input)),
})
