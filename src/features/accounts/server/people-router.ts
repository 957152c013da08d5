import { implement } from "@orpc/server"
import { people } from "#contract/people.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { setDateOfBirth } from "./dates-of-birth.ts"
import { inviteInstructor, invitePerson } from "./invitations.ts"
import { confirmGuardian, forgetGuardian } from "./known-guardians.ts"
import { listUnconfirmed, recordPaper } from "./papers.ts"
import * as service from "./people.ts"
import { listPeople } from "./people-list.ts"

const os = implement(people).$context<Ctx>()
const admin = os.use(allow(hasRole("admin")))
/** What opens accounts and gives roles. */
const provenAdmin = os.use(allow(hasRole("admin"), { proven: true }))

export const peopleRouter = os.router({
  invite: provenAdmin.invite.handler(({ context, input }) => inviteInstructor(context, input)),
  invitePerson: provenAdmin.invitePerson.handler(({ context, input }) => invitePerson(context, input)),
  list: admin.list.handler(({ context, input }) => listPeople(context, input)),
  approve: provenAdmin.approve.handler(({ context, input }) =>
    service.approveInstructor(context, input.user_id),
  ),
  changeRole: provenAdmin.changeRole.handler(({ context, input }) => service.changeRole(context, input)),
  disable: admin.disable.handler(({ context, input }) => service.disablePerson(context, input)),
  resetTwoStep: provenAdmin.resetTwoStep.handler(({ context, input }) =>
    service.resetTwoStep(context, input.user_id),
  ),
  enable: admin.enable.handler(({ context, input }) => service.enablePerson(context, input.user_id)),
  unconfirmed: admin.unconfirmed.handler(({ context, input }) => listUnconfirmed(context, input)),
  confirmGuardian: admin.confirmGuardian.handler(({ context, input }) => confirmGuardian(context, input)),
  forgetGuardian: admin.forgetGuardian.handler(({ context, input }) =>
    forgetGuardian(context, input.user_id),
  ),
  setDateOfBirth: admin.setDateOfBirth.handler(({ context, input }) => setDateOfBirth(context, input)),
  recordPaper: admin.recordPaper.handler(({ context, input }) => recordPaper(context, input)),
})
