import { implement } from "@orpc/server"
import { premises } from "#contract/premises/premises.ts"
import { canTakeSeat } from "#features/classes/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone } from "#platform/policy.ts"
import {
  acceptQuote,
  declineQuote,
  readOffered,
  readOfferedCreditNote,
  readOfferedInvoice,
} from "./answers.ts"
import { keepEnquiry } from "./enquiries.ts"
import { joinBatch, readInvitation } from "./joining.ts"

/** Who has a quote's link may answer it: the organisation has no account. */
const os = implement(premises).$context<Ctx>()
const open = os.use(anyone)
const learning = os.use(allow(canTakeSeat))

export const premisesRouter = open.router({
  enquire: open.enquire.handler(async ({ context, input }) => {
    await keepEnquiry(context, input)
    return {}
  }),
  quote: open.quote.handler(({ context, input }) => readOffered(context, input.token)),
  accept: open.accept.handler(({ context, input }) => acceptQuote(context, input)),
  decline: open.decline.handler(({ context, input }) => declineQuote(context, input)),
  invitation: open.invitation.handler(({ context, input }) => readInvitation(context, input.code)),
  join: learning.join.handler(({ context, input }) => joinBatch(context, input.code)),
  invoice: open.invoice.handler(({ context, input }) => readOfferedInvoice(context, input.token)),
  creditNote: open.creditNote.handler(({ context, input }) => readOfferedCreditNote(context, input.token)),
})
