import { implement } from "@orpc/server"
import { pickups } from "#contract/pickups.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { listPickups } from "./pickup/list.ts"

const os = implement(pickups).$context<Ctx>()

export const pickupsRouter = os.router({
  list: os
    .use(allow(hasRole("instructor", "admin")))
    .list.handler(({ context, input }) => listPickups(context, input.date)),
})
