import { implement } from "@orpc/server"
import { premises } from "#contract/premises/premises.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone } from "#platform/policy.ts"
import { acceptQuote, declineQuote, readOffered, readOfferedInvoice } from "./answers.ts"
import { keepEnquiry } from "./enquiries.ts"

/** Who has a quote's link may answer it: the organisation has no account. */
const open = implement(premises).$context<Ctx>().use(anyone)

export const premisesRouter = open.router({
  enquire: open.enquire.handler(async ({ context, input }) => {
    await keepEnquiry(context, input)
    return {}
  }),
  quote: open.quote.handler(({ context, input }) => readOffered(context, input.token)),
  accept: open.accept.handler(({ context, input }) => acceptQuote(context, input)),
  decline: open.decline.handler(({ context, input }) => declineQuote(context, input)),
  invoice: open.invoice.handler(({ context, input }) => readOfferedInvoice(context, input.token)),
})
