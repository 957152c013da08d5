import { implement } from "@orpc/server"
import { guardians } from "#contract/guardians/guardians.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone } from "#platform/policy.ts"
import { requestGuardianCode } from "./sign-in/guardian-codes.ts"
import { signInGuardian } from "./sign-in/guardian-sign-in.ts"

const open = implement(guardians).$context<Ctx>().use(anyone)

/** The guardians' way to sign in, with the same codes and limits as the other ways. */
export const guardianSignInRouter = {
  requestCode: open.requestCode.handler(({ context, input }) => requestGuardianCode(context, input.phone)),
  signIn: open.signIn.handler(({ context, input }) => signInGuardian(context, input)),
}
