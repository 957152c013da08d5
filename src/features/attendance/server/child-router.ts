import { implement } from "@orpc/server"
import { guardians } from "#contract/guardians/guardians.ts"
import { listOwnClasses } from "#features/classes/server/list-classes.ts"
import { asChild } from "#features/guardians/server/links.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { listChildAttendance, listChildNotices } from "./child.ts"
import { readFamily } from "./family.ts"
import { listOpenAbsences } from "./notices/open-absences.ts"
import { sendChildProof } from "./proofs/send-proof.ts"

const os = implement(guardians).$context<Ctx>()
const guardian = os.use(allow(hasRole("guardian")))

/** What guardians see of their children's classes: the rest of their catalogue is in the guardians' router. */
export const childRouter = {
  childClasses: guardian.childClasses.handler(async ({ context, input: { student_id, ...page } }) =>
    listOwnClasses(await asChild(context, student_id), page),
  ),
  childAttendance: guardian.childAttendance.handler(({ context, input }) =>
    listChildAttendance(context, input),
  ),
  childNotices: guardian.childNotices.handler(({ context, input }) => listChildNotices(context, input)),
  family: guardian.family.handler(({ context }) => readFamily(context)),
  sendProof: guardian.sendProof.handler(({ context, input }) => sendChildProof(context, input)),
  openAbsences: guardian.openAbsences.handler(({ context }) => listOpenAbsences(context)),
}
