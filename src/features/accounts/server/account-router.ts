import { implement } from "@orpc/server"
import { account } from "#contract/account.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, signedIn, signedInEvenLocked, signedInProven } from "#platform/policy.ts"
import { finishSignIn } from "./admission.ts"
import * as consents from "./consents.ts"
import { giveDateOfBirth } from "./dates-of-birth.ts"
import { askNewEmail, confirmNewEmail } from "./email-change.ts"
import * as erasure from "./erasure.ts"
import { inviteOwnGuardian } from "./guardian-codes.ts"
import { sendOwnCode } from "./own-codes.ts"
import { changePassword } from "./own-password.ts"
import * as sessions from "./own-sessions.ts"
import * as profile from "./profile.ts"
import { giveProof, readProof, sendProofCode } from "./proof.ts"
import * as twoStep from "./two-step.ts"

const os = implement(account).$context<Ctx>()
const personal = os.use(signedIn)
/** What somebody needs who has yet to switch two-step sign-in on or to give a date of birth, and to leave. */
const locked = os.use(signedInEvenLocked)
/** What an open screen is not enough for. */
const proven = os.use(signedInProven)

export const accountRouter = os.router({
  get: locked.get.handler(({ context }) => profile.readProfile(context)),
  update: personal.update.handler(({ context, input }) => profile.updateProfile(context, input)),
  updateContacts: personal.updateContacts.handler(({ context, input }) =>
    profile.updateContacts(context, input),
  ),
  giveDateOfBirth: locked.giveDateOfBirth.handler(({ context, input }) => giveDateOfBirth(context, input)),
  updatePreferences: personal.updatePreferences.handler(({ context, input }) =>
    profile.updatePreferences(context, input),
  ),
  changeEmail: proven.changeEmail.handler(({ context, input }) => askNewEmail(context, input)),
  confirmEmail: personal.confirmEmail.handler(({ context, input }) => confirmNewEmail(context, input)),
  changePassword: locked.changePassword.handler(({ context, input }) => changePassword(context, input)),
  sessions: locked.sessions.handler(({ context }) => sessions.listSessions(context)),
  endSession: locked.endSession.handler(async ({ context, input }) => {
    await sessions.endSession(context, input.session_id)
    return {}
  }),
  endOtherSessions: locked.endOtherSessions.handler(({ context }) => sessions.endOthers(context)),
  startTwoStep: os
    .use(allow(() => true, { locked: true, proven: true }))
    .startTwoStep.handler(({ context }) => twoStep.startTwoStep(context)),
  confirmTwoStep: locked.confirmTwoStep.handler(({ context, input }) =>
    twoStep.confirmTwoStep(context, input.code),
  ),
  renewRecoveryCodes: personal.renewRecoveryCodes.handler(({ context, input }) =>
    twoStep.renewRecoveryCodes(context, input.code),
  ),
  stopTwoStep: personal.stopTwoStep.handler(async ({ context, input }) => {
    await twoStep.stopTwoStep(context, input.code)
    return {}
  }),
  finishSignIn: os
    .use(anyone)
    .finishSignIn.handler(({ context, input }) => finishSignIn(context, input.code)),
  consents: personal.consents.handler(({ context }) => consents.listOwnConsents(context)),
  setConsent: personal.setConsent.handler(({ context, input }) => consents.setOwnConsent(context, input)),
  inviteGuardian: personal.inviteGuardian.handler(({ context }) => inviteOwnGuardian(context)),
  export: proven.export.handler(({ context }) => erasure.exportOwn(context)),
  proof: locked.proof.handler(({ context }) => readProof(context)),
  sendProofCode: locked.sendProofCode.handler(({ context }) => sendProofCode(context)),
  giveProof: locked.giveProof.handler(({ context, input }) => giveProof(context, input)),
  requestErasureCode: personal.requestErasureCode.handler(({ context }) => sendOwnCode(context, "erasure")),
  erase: personal.erase.handler(({ context, input }) => erasure.askErasure(context, input)),
})
