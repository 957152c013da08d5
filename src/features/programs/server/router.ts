import { implement } from "@orpc/server"
import { programs } from "#contract/programs/programs.ts"
import type { Ctx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import { canEnrol } from "../rules.ts"
import * as manage from "./manage.ts"
import * as materials from "./materials.ts"
import { readPoints } from "./points.ts"
import { findEnrolledPrograms, findProgram, findPrograms } from "./queries.ts"
import { listRemoved, restoreMaterial } from "./removed-materials.ts"
import { enrolInProgram } from "./service.ts"
import { findSimilarPrograms } from "./similar.ts"

const os = implement(programs).$context<Ctx>()
const open = os.use(anyone)
const office = os.use(allow(hasRole("admin")))
const personal = os.use(signedIn)
const asStudent = os.use(allow(canEnrol))

export const programsRouter = os.router({
  list: open.list.handler(({ context, input }) => findPrograms(context, input)),
  get: open.get.handler(async ({ context, input }) => (await findProgram(context, input.slug)) ?? notFound()),
  similar: open.similar.handler(({ context, input }) => findSimilarPrograms(context, input.slug)),
  enrol: asStudent.enrol.handler(({ context, input }) => enrolInProgram(context, input.course_id)),
  mine: asStudent.mine.handler(({ context }) => findEnrolledPrograms(context, context.viewer.user_id)),
  myPoints: asStudent.myPoints.handler(({ context }) => readPoints(context, context.viewer.user_id)),
  manage: office.manage.handler(({ context, input }) => manage.listManaged(context, input)),
  readManaged: office.readManaged.handler(({ context, input }) =>
    manage.readManaged(context, input.course_id),
  ),
  create: office.create.handler(({ context, input }) => manage.createProgram(context, input)),
  edit: office.edit.handler(({ context, input }) => manage.editProgram(context, input)),
  archive: office.archive.handler(({ context, input }) => manage.setArchived(context, input.course_id, true)),
  restore: office.restore.handler(({ context, input }) =>
    manage.setArchived(context, input.course_id, false),
  ),
  samples: office.samples.handler(({ context }) => manage.listSamples(context)),
  archiveSamples: office.archiveSamples.handler(({ context, input }) =>
    manage.archiveSamples(context, input.course_ids),
  ),
  materials: personal.materials.handler(({ context, input }) =>
    materials.listMaterials(context, input.course_id),
  ),
  removedMaterials: office.removedMaterials.handler(({ context, input }) =>
    listRemoved(context, input.course_id),
  ),
  restoreMaterial: office.restoreMaterial.handler(({ context, input }) => restoreMaterial(context, input)),
  addMaterial: office.addMaterial.handler(({ context, input }) => materials.addMaterial(context, input)),
  linkMaterial: personal.linkMaterial.handler(({ context, input }) => materials.linkMaterial(context, input)),
  removeMaterial: office.removeMaterial.handler(async ({ context, input }) => {
    await materials.removeMaterial(context, input)
    return {}
  }),
})
