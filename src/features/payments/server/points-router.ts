import { implement } from "@orpc/server"
import { points } from "#contract/points.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { readFamilyPoints } from "./points/family-points.ts"

const os = implement(points).$context<Ctx>()
const family = os.use(allow(hasRole("student", "guardian")))

export const pointsRouter = os.router({
  mine: family.mine.handler(({ context, input }) => readFamilyPoints(context, input)),
})
