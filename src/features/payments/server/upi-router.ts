import { implement } from "@orpc/server"
import { upi } from "#contract/upi.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { approveClaim, claimTransfer, listClaims, recordTransfer, refuseClaim } from "./upi/claims.ts"
import { importStatement, previewStatement } from "./upi/import.ts"
import { takeBackTransfer } from "./upi/take-back.ts"

const os = implement(upi).$context<Ctx>()
const buying = os.use(allow(hasRole("student", "guardian")))
const office = os.use(allow(hasRole("office", "admin")))
/** Undoes what the books say that the bank has. */
const provenOffice = os.use(allow(hasRole("office", "admin"), { proven: true }))

export const upiRouter = os.router({
  claim: buying.claim.handler(({ context, input }) => claimTransfer(context, input)),
  claims: office.claims.handler(({ context }) => listClaims(context)),
  approve: office.approve.handler(({ context, input }) => approveClaim(context, input)),
  decline: office.decline.handler(async ({ context, input }) => {
    await refuseClaim(context, input.claim_id, input.reason)
    return {}
  }),
  takeBack: provenOffice.takeBack.handler(async ({ context, input }) => {
    await takeBackTransfer(context, input.claim_id)
    return {}
  }),
  record: office.record.handler(({ context, input }) => recordTransfer(context, input)),
  previewStatement: office.previewStatement.handler(({ context, input }) => previewStatement(context, input)),
  importStatement: office.importStatement.handler(({ context, input }) => importStatement(context, input)),
})
