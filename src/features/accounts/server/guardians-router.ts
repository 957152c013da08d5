import { implement } from "@orpc/server"
import { guardians } from "#contract/guardians.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole } from "#platform/policy.ts"
import { eraseChild, exportChild, keepChild } from "./erasure.ts"
import { requestGuardianCode } from "./guardian-codes.ts"
import { signInGuardian } from "./guardian-sign-in.ts"
import * as service from "./guardians.ts"
import { sendOwnCode } from "./own-codes.ts"

const os = implement(guardians).$context<Ctx>()
const open = os.use(anyone)
const guardian = os.use(allow(hasRole("guardian")))
const provenGuardian = os.use(allow(hasRole("guardian"), { proven: true }))

/** What the accounts know of guardians. What a child's classes and register say is joined in the app. */
export const guardiansRouter = {
  requestCode: open.requestCode.handler(({ context, input }) => requestGuardianCode(context, input.phone)),
  signIn: open.signIn.handler(({ context, input }) => signInGuardian(context, input)),
  overview: guardian.overview.handler(({ context }) => service.readOverview(context)),
  answerForChild: guardian.answerForChild.handler(({ context, input }) =>
    service.answerForChild(context, input),
  ),
  setConsent: guardian.setConsent.handler(({ context, input }) => service.setChildConsent(context, input)),
  updateChild: guardian.updateChild.handler(({ context, input }) => service.updateChild(context, input)),
  exportChild: provenGuardian.exportChild.handler(({ context, input }) =>
    exportChild(context, input.student_id),
  ),
  requestErasureCode: guardian.requestErasureCode.handler(({ context }) => sendOwnCode(context, "erasure")),
  eraseChild: guardian.eraseChild.handler(({ context, input }) => eraseChild(context, input)),
  keepChild: guardian.keepChild.handler(async ({ context, input }) => {
    await keepChild(context, input.student_id)
    return {}
  }),
}
