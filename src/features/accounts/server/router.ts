import { implement } from "@orpc/server"
import { accounts } from "#contract/accounts.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone, signedIn } from "#platform/policy.ts"
import * as service from "./service.ts"

const os = implement(accounts).$context<Ctx>()
const open = os.use(anyone)
const personal = os.use(signedIn)

export const accountsRouter = os.router({
  signUpStudent: open.signUpStudent.handler(({ context, input }) => service.signUpStudent(context, input)),
  signUpInstructor: open.signUpInstructor.handler(({ context, input }) =>
    service.signUpInstructor(context, input),
  ),
  signIn: open.signIn.handler(({ context, input }) => service.signIn(context, input)),
  signOut: open.signOut.handler(async ({ context }) => {
    await service.signOut(context)
    return {}
  }),
  whoAmI: personal.whoAmI.handler(({ context }) => service.describeViewer(context.viewer)),
  listDemoPeople: open.listDemoPeople.handler(({ context }) => service.listDemoPeople(context)),
  signInDemoPerson: open.signInDemoPerson.handler(({ context, input }) =>
    service.signInDemoPerson(context, input.email),
  ),
})
