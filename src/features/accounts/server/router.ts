import { implement } from "@orpc/server"
import { accounts } from "#contract/accounts.ts"
import { invitationAnswers } from "#contract/invitations.ts"
import { signInProcedures } from "#contract/sign-in.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone, signedIn } from "#platform/policy.ts"
import { describePerson } from "./admission.ts"
import { signInByCode } from "./code-sign-in.ts"
import { confirmEmail } from "./confirm-email.ts"
import { sendOwnConfirmation } from "./confirmation.ts"
import { finishGoogle, hasGoogle, startGoogle } from "./google.ts"
import { acceptInvitation, readInvitation } from "./invitations.ts"
import { requestMail } from "./mail-requests.ts"
import { canReset, resetPassword } from "./password-reset.ts"
import { completeInstructorProfile, completeStudentProfile } from "./profiles.ts"
import * as service from "./service.ts"
import { signIn, signOut } from "./sign-in.ts"

const os = implement({ ...accounts, ...signInProcedures, ...invitationAnswers }).$context<Ctx>()
const open = os.use(anyone)
const personal = os.use(signedIn)

export const accountsRouter = os.router({
  signUpStudent: open.signUpStudent.handler(({ context, input }) => service.signUpStudent(context, input)),
  signUpInstructor: open.signUpInstructor.handler(({ context, input }) =>
    service.signUpInstructor(context, input),
  ),
  completeStudentProfile: personal.completeStudentProfile.handler(({ context, input }) =>
    completeStudentProfile(context, input),
  ),
  completeInstructorProfile: personal.completeInstructorProfile.handler(({ context, input }) =>
    completeInstructorProfile(context, input),
  ),
  signInOptions: open.signInOptions.handler(({ context }) => ({
    google: hasGoogle(context),
    mail: context.mail.configured,
  })),
  signIn: open.signIn.handler(({ context, input }) => signIn(context, input)),
  requestCode: open.requestCode.handler(async ({ context, input }) => ({
    request: await requestMail(context, "code", input.email),
  })),
  signInByCode: open.signInByCode.handler(({ context, input }) => signInByCode(context, input)),
  startGoogle: open.startGoogle.handler(({ context, input }) => startGoogle(context, input)),
  finishGoogle: open.finishGoogle.handler(({ context, input }) => finishGoogle(context, input)),
  requestPasswordReset: open.requestPasswordReset.handler(async ({ context, input }) => {
    await requestMail(context, "reset", input.email)
    return {}
  }),
  checkPasswordReset: open.checkPasswordReset.handler(async ({ context, input }) => ({
    usable: await canReset(context, input),
  })),
  resetPassword: open.resetPassword.handler(async ({ context, input }) => {
    await resetPassword(context, input)
    return {}
  }),
  confirmEmail: open.confirmEmail.handler(({ context, input }) => confirmEmail(context, input)),
  sendConfirmation: personal.sendConfirmation.handler(async ({ context }) => {
    await sendOwnConfirmation(context)
    return {}
  }),
  readInvitation: open.readInvitation.handler(({ context, input }) => readInvitation(context, input)),
  acceptInvitation: open.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
  signOut: open.signOut.handler(async ({ context }) => {
    await signOut(context)
    return {}
  }),
  whoAmI: personal.whoAmI.handler(({ context }) => describePerson(context.viewer)),
  listDemoPeople: open.listDemoPeople.handler(({ context }) => service.listDemoPeople(context)),
  signInDemoPerson: open.signInDemoPerson.handler(({ context, input }) =>
    service.signInDemoPerson(context, input.email),
  ),
})
