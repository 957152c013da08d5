import { implement } from "@orpc/server"
import { people } from "#contract/accounts/people.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { inviteInstructor, invitePerson } from "./invitations.ts"
import { setDateOfBirth } from "./own/dates-of-birth.ts"
import { makePasswordLink } from "./passwords/password-link.ts"
import { correctEmail, correctGuardianContact, correctStudent } from "./people/corrections.ts"
import * as service from "./people/people.ts"
import { listPeople } from "./people/people-list.ts"

const os = implement(people).$context<Ctx>()
const office = os.use(allow(hasRole("office", "admin")))
const admin = os.use(allow(hasRole("admin")))
/** Opening accounts and giving roles needs an admin with a recent proof of identity. */
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
  makePasswordLink: provenAdmin.makePasswordLink.handler(({ context, input }) =>
    makePasswordLink(context, input.user_id),
  ),
  enable: admin.enable.handler(({ context, input }) => service.enablePerson(context, input.user_id)),
  correctStudent: office.correctStudent.handler(({ context, input }) => correctStudent(context, input)),
  correctGuardian: provenAdmin.correctGuardian.handler(({ context, input }) =>
    correctGuardianContact(context, input),
  ),
  correctEmail: provenAdmin.correctEmail.handler(({ context, input }) => correctEmail(context, input)),
  setDateOfBirth: admin.setDateOfBirth.handler(({ context, input }) => setDateOfBirth(context, input)),
})
