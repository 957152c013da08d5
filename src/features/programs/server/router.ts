import { implement } from "@orpc/server"
import { programs } from "#contract/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { allow, anyone } from "#platform/policy.ts"
import { canEnrol } from "../rules.ts"
import { sumPoints } from "./points.ts"
import { findEnrolledPrograms, findProgram, findPrograms } from "./queries.ts"
import { enrolInProgram } from "./service.ts"
import { findSimilarPrograms } from "./similar.ts"

const os = implement(programs).$context<Ctx>()
const open = os.use(anyone)
const asStudent = os.use(allow(canEnrol))

export const programsRouter = os.router({
  list: open.list.handler(({ context, input }) => findPrograms(context, input)),
  get: open.get.handler(async ({ context, input }) => (await findProgram(context, input.slug)) ?? notFound()),
  similar: open.similar.handler(({ context, input }) => findSimilarPrograms(context, input.slug)),
  enrol: asStudent.enrol.handler(({ context, input }) => enrolInProgram(context, input.course_id)),
  mine: asStudent.mine.handler(({ context }) => findEnrolledPrograms(context, context.viewer.user_id)),
  myPoints: asStudent.myPoints.handler(({ context }) => sumPoints(context, context.viewer.user_id)),
})
