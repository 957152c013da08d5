import { implement } from "@orpc/server"
import { account } from "#contract/accounts/account.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, signedIn, signedInEvenLocked, signedInProven } from "#platform/policy.ts"
import { askNewEmail, confirmNewEmail } from "./mail/email-change.ts"
import { giveDateOfBirth } from "./own/dates-of-birth.ts"
import * as erasure from "./own/erasure.ts"
import { sendOwnCode } from "./own/own-codes.ts"
import * as sessions from "./own/own-sessions.ts"
import * as profile from "./own/profile.ts"
import { changePassword } from "./passwords/own-password.ts"
import { finishSignIn } from "./sign-in/admission.ts"
import { inviteOwnGuardian } from "./sign-in/guardian-codes.ts"
import { giveProof, readProof, sendProofCode } from "./sign-in/proof.ts"
import * as twoStep from "./sign-in/two-step.ts"

const os = implement(account).$context<Ctx>()
const personal = os.use(signedIn)
/**
 * Also open to people who must still set up two-step sign-in or give a date of birth, so that they can do it
 * or leave.
 */
const locked = os.use(signedInEvenLocked)
/** These calls also need a recent proof of identity, so that an unattended screen is not enough. */
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
  inviteGuardian: personal.inviteGuardian.handler(({ context }) => inviteOwnGuardian(context)),
  export: proven.export.handler(({ context }) => erasure.exportOwn(context)),
  proof: locked.proof.handler(({ context }) => readProof(context)),
  sendProofCode: locked.sendProofCode.handler(({ context }) => sendProofCode(context)),
  giveProof: locked.giveProof.handler(({ context, input }) => giveProof(context, input)),
  requestErasureCode: personal.requestErasureCode.handler(({ context }) => sendOwnCode(context, "erasure")),
  erase: personal.erase.handler(({ context, input }) => erasure.askErasure(context, input)),
})
