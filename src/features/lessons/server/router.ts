import { implement } from "@orpc/server"
import { lessons } from "#contract/lessons.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import * as service from "./service.ts"
import { listOwnProgress, listTaught, readCurriculum, readManagedLessons } from "./view.ts"
import { linkToPlay, recordWatching } from "./watching.ts"

const os = implement(lessons).$context<Ctx>()
const open = os.use(anyone)
const personal = os.use(signedIn)
const asStudent = os.use(allow(hasRole("student")))
const teaching = os.use(allow(hasRole("instructor", "admin")))

export const lessonsRouter = os.router({
  list: open.list.handler(({ context, input }) => readCurriculum(context, input.course_id)),
  play: personal.play.handler(({ context, input }) => linkToPlay(context, input.lesson_id)),
  watched: personal.watched.handler(({ context, input }) => recordWatching(context, input)),
  mine: asStudent.mine.handler(({ context }) => listOwnProgress(context)),
  taught: teaching.taught.handler(({ context }) => listTaught(context)),
  manage: teaching.manage.handler(({ context, input }) => readManagedLessons(context, input.course_id)),
  add: teaching.add.handler(({ context, input }) => service.addLesson(context, input)),
  replace: teaching.replace.handler(({ context, input }) => service.replaceVideo(context, input)),
  cancelUpload: teaching.cancelUpload.handler(async ({ context, input }) => {
    await service.cancelUpload(context, input)
    return {}
  }),
  retry: teaching.retry.handler(({ context, input }) => service.retryLesson(context, input.lesson_id)),
  rename: teaching.rename.handler(({ context, input }) => service.renameLesson(context, input)),
  order: teaching.order.handler(async ({ context, input }) => {
    await service.orderLessons(context, input)
    return {}
  }),
  delete: teaching.delete.handler(async ({ context, input }) => {
    await service.deleteLesson(context, input.lesson_id)
    return {}
  }),
  restore: teaching.restore.handler(({ context, input }) => service.restoreLesson(context, input.lesson_id)),
})
