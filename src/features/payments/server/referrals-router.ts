import { implement } from "@orpc/server"
import { referrals } from "#contract/referrals.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole } from "#platform/policy.ts"
import { joinByCode, readInvitation } from "./referrals/join.ts"
import { readOwnReferrals } from "./referrals/own-referrals.ts"

const os = implement(referrals).$context<Ctx>()

export const referralsRouter = os.router({
  mine: os
    .use(allow(hasRole("student", "guardian")))
    .mine.handler(({ context }) => readOwnReferrals(context)),
  invitation: os.use(anyone).invitation.handler(({ context, input }) => readInvitation(context, input.code)),
  join: os
    .use(allow(hasRole("student")))
    .join.handler(({ context, input }) => joinByCode(context, input.code)),
})
