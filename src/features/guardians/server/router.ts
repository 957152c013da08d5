import { implement } from "@orpc/server"
import { guardianConfirmations } from "#contract/guardians/confirming.ts"
import { ownConsents } from "#contract/guardians/consents.ts"
import { guardians } from "#contract/guardians/guardians.ts"
import { guardianPeople, staffGuardians } from "#contract/guardians/people.ts"
import { sendErasureCode } from "#features/accounts/server/child-accounts.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import { acceptInvitation, readInvitation, requestInvitedCode } from "./accepting.ts"
import * as children from "./children.ts"
import { listOwnConsents, setOwnConsent } from "./consents.ts"
import { inviteGuardian, withdrawInvitation } from "./inviting.ts"
import { confirmGuardian, forgetGuardian } from "./known-guardians.ts"
import { listGuardians, removeGuardian, setRights } from "./other-guardians.ts"
import { listOwnRights } from "./own-rights.ts"
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
  rights: guardian.rights.handler(({ context }) => listOwnRights(context)),
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

const open = implement(guardianPeople).$context<Ctx>().use(anyone)
const managing = implement(guardianPeople)
  .$context<Ctx>()
  .use(allow(hasRole("guardian")))

/** The other guardians of a child, and the link by which one becomes a guardian. */
export const guardianPeopleRouter = {
  people: managing.people.handler(({ context, input }) =>
    listGuardians(context, input.student_id, "guardian"),
  ),
  invite: managing.invite.handler(({ context, input }) => inviteGuardian(context, input, "guardian")),
  withdrawInvitation: managing.withdrawInvitation.handler(({ context, input }) =>
    withdrawInvitation(context, input, "guardian"),
  ),
  setRights: managing.setRights.handler(({ context, input }) => setRights(context, input, "guardian")),
  removeGuardian: managing.removeGuardian.handler(({ context, input }) =>
    removeGuardian(context, input, "guardian"),
  ),
  readInvitation: open.readInvitation.handler(({ context, input }) => readInvitation(context, input.token)),
  requestInvitedCode: open.requestInvitedCode.handler(({ context, input }) =>
    requestInvitedCode(context, input.token),
  ),
  acceptInvitation: open.acceptInvitation.handler(({ context, input }) => acceptInvitation(context, input)),
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
  forgetGuardian: admin.forgetGuardian.handler(({ context, input }) => forgetGuardian(context, input)),
  recordPaper: admin.recordPaper.handler(({ context, input }) => recordPaper(context, input)),
})

const staff = implement(staffGuardians)
  .$context<Ctx>()
  .use(allow(hasRole("admin")))

/** A student's guardians as staff change them, as part of the list of people. */
export const staffGuardiansRouter = staff.router({
  guardians: staff.guardians.handler(({ context, input }) => listGuardians(context, input.user_id, "staff")),
  inviteGuardian: staff.inviteGuardian.handler(({ context, input: { user_id: student_id, ...draft } }) =>
    inviteGuardian(context, { student_id, ...draft }, "staff"),
  ),
  withdrawGuardianInvitation: staff.withdrawGuardianInvitation.handler(
    ({ context, input: { user_id: student_id, invitation_id } }) =>
      withdrawInvitation(context, { student_id, invitation_id }, "staff"),
  ),
  setGuardianRights: staff.setGuardianRights.handler(
    ({ context, input: { user_id: student_id, ...change } }) =>
      setRights(context, { student_id, ...change }, "staff"),
  ),
  removeGuardian: staff.removeGuardian.handler(({ context, input: { user_id: student_id, guardian_id } }) =>
    removeGuardian(context, { student_id, guardian_id }, "staff"),
  ),
})
