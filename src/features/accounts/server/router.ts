import { implement } from "@orpc/server"
import { accounts } from "#contract/accounts/accounts.ts"
import { invitationAnswers } from "#contract/accounts/invitations.ts"
import { signInProcedures } from "#contract/accounts/sign-in.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone, signedIn } from "#platform/policy.ts"
import { acceptInvitation, readInvitation } from "./invitations.ts"
import { confirmEmail } from "./mail/confirm-email.ts"
import { sendOwnConfirmation } from "./mail/confirmation.ts"
import { requestMail } from "./mail/mail-requests.ts"
import { completeInstructorProfile, completeStudentProfile } from "./own/profiles.ts"
import { canReset, resetPassword } from "./passwords/password-reset.ts"
import * as service from "./service.ts"
import { describePerson } from "./sign-in/admission.ts"
import { signInByCode } from "./sign-in/code-sign-in.ts"
import { finishGoogle, hasGoogle, startGoogle } from "./sign-in/google.ts"
import { signIn, signOut } from "./sign-in/sign-in.ts"

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
