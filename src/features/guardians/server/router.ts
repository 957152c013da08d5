import { implement } from "@orpc/server"
import { guardianConfirmations } from "#contract/guardians/confirming.ts"
import { ownConsents } from "#contract/guardians/consents.ts"
import { guardians } from "#contract/guardians/guardians.ts"
import { sendErasureCode } from "#features/accounts/server/child-accounts.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole, signedIn } from "#platform/policy.ts"
import * as children from "./children.ts"
import { listOwnConsents, setOwnConsent } from "./consents.ts"
import { confirmGuardian, forgetGuardian } from "./known-guardians.ts"
import { listUnconfirmed, recordPaper } from "./papers.ts"

const os = implement(guardians).$context<Ctx>()
const guardian = os.use(allow(hasRole("guardian")))
const provenGuardian = os.use(allow(hasRole("guardian"), { proven: true }))

/**
 * What guardians can see and decide. The accounts feature signs them in, and attendance adds their children's
 * classes.
 */
export const guardiansRouter = {
  overview: guardian.overview.handler(({ context }) => children.readOverview(context)),
  answerForChild: guardian.answerForChild.handler(({ context, input }) =>
    children.answerForChild(context, input),
  ),
  setConsent: guardian.setConsent.handler(({ context, input }) => children.setChildConsent(context, input)),
  updateChild: guardian.updateChild.handler(({ context, input }) => children.updateChild(context, input)),
  exportChild: provenGuardian.exportChild.handler(({ context, input }) =>
    children.exportChild(context, input.student_id),
  ),
  requestErasureCode: guardian.requestErasureCode.handler(({ context }) => sendErasureCode(context)),
  eraseChild: guardian.eraseChild.handler(({ context, input }) => children.eraseChild(context, input)),
  keepChild: guardian.keepChild.handler(async ({ context, input }) => {
    await children.keepChild(context, input.student_id)
    return {}
  }),
}

const own = implement(ownConsents).$context<Ctx>().use(signedIn)

/** The viewer's own consents, as part of their account. */
export const ownConsentsRouter = own.router({
  consents: own.consents.handler(({ context }) => listOwnConsents(context)),
  setConsent: own.setConsent.handler(({ context, input }) => setOwnConsent(context, input)),
})

const admin = implement(guardianConfirmations)
  .$context<Ctx>()
  .use(allow(hasRole("admin")))

/** What staff confirm about guardians, as part of the list of people. */
export const guardianConfirmationsRouter = admin.router({
  unconfirmed: admin.unconfirmed.handler(({ context, input }) => listUnconfirmed(context, input)),
  confirmGuardian: admin.confirmGuardian.handler(({ context, input }) => confirmGuardian(context, input)),
  forgetGuardian: admin.forgetGuardian.handler(({ context, input }) =>
    forgetGuardian(context, input.user_id),
  ),
  recordPaper: admin.recordPaper.handler(({ context, input }) => recordPaper(context, input)),
})
