import { implement } from "@orpc/server"
import { classes } from "#contract/classes/class-procedures.ts"
import { canSchedule, canTakeSeat } from "#features/classes/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import { makeFeed, readFeed, revokeFeed } from "./calendar-feed.ts"
import { getClass } from "./class-view.ts"
import { requestChildDemo } from "./demos/child-demos.ts"
import {
  listChildDemoRequests,
  listDemoRequests,
  listDemoTimes,
  listMyDemoRequests,
} from "./demos/demo-lists.ts"
import { acceptDemoOffer } from "./demos/demo-offers.ts"
import { answerDemoRequest, recordCallback, requestDemo } from "./demos/demo-requests.ts"
import { readInstructorFigures } from "./figures.ts"
import { endClass, startClass } from "./lifecycle.ts"
import { listAllClasses, listComingClasses, listOwnClasses, listTimetable } from "./list-classes.ts"
import { listDeleted } from "./schedule/bin.ts"
import { updateClass } from "./schedule/reschedule.ts"
import { restoreClass } from "./schedule/restore.ts"
import { listInstructors, scheduleClass } from "./schedule/schedule.ts"
import { substituteInstructor, takeClassBack } from "./schedule/substitute.ts"
import { cancelClass, deleteClass } from "./schedule/withdraw.ts"
import { enrolInBatch, listBatches, listEndingBatches, listNextStarts, setBatch } from "./seats/batches.ts"
import { endEnrolment } from "./seats/ending.ts"
import { joinWaitlist, leaveWaitlist } from "./seats/waitlist.ts"
import { enrol, leave } from "./seats.ts"
import { listMyLine, readStudentFigures } from "./student-figures.ts"

const os = implement(classes).$context<Ctx>()
const open = os.use(anyone)
const personal = os.use(signedIn)
const teaching = os.use(allow(canSchedule))
const learning = os.use(allow(canTakeSeat))
const guardian = os.use(allow(hasRole("guardian")))
const desk = os.use(allow(hasRole("office", "admin")))

export const classesRouter = os.router({
  list: open.list.handler(({ context, input }) => listAllClasses(context, input)),
  coming: open.coming.handler(({ context, input }) => listComingClasses(context, input)),
  get: open.get.handler(({ context, input }) => getClass(context, input.class_id)),
  batches: open.batches.handler(({ context, input }) => listBatches(context, input.course_id)),
  endingBatches: teaching.endingBatches.handler(({ context, input }) => listEndingBatches(context, input)),
  nextStarts: open.nextStarts.handler(({ context, input }) => listNextStarts(context, input.course_ids)),
  enrolInBatch: learning.enrolInBatch.handler(({ context, input }) => enrolInBatch(context, input)),
  setBatch: desk.setBatch.handler(({ context, input }) => setBatch(context, input)),
  endEnrolment: desk.endEnrolment.handler(({ context, input }) => endEnrolment(context, input)),
  schedule: teaching.schedule.handler(({ context, input }) => scheduleClass(context, input)),
  update: teaching.update.handler(({ context, input }) => updateClass(context, input)),
  delete: teaching.delete.handler(async ({ context, input }) => {
    await deleteClass(context, input)
    return {}
  }),
  deleted: teaching.deleted.handler(({ context, input }) => listDeleted(context, input)),
  restore: teaching.restore.handler(({ context, input }) => restoreClass(context, input)),
  cancel: teaching.cancel.handler(({ context, input }) => cancelClass(context, input)),
  substitute: teaching.substitute.handler(({ context, input }) => substituteInstructor(context, input)),
  takeBack: teaching.takeBack.handler(({ context, input }) => takeClassBack(context, input.class_id)),
  start: teaching.start.handler(({ context, input }) => startClass(context, input.class_id)),
  end: teaching.end.handler(({ context, input }) => endClass(context, input.class_id)),
  enrol: learning.enrol.handler(({ context, input }) => enrol(context, input.class_id)),
  leave: learning.leave.handler(async ({ context, input }) => {
    await leave(context, input.class_id)
    return {}
  }),
  joinWaitlist: learning.joinWaitlist.handler(({ context, input }) => joinWaitlist(context, input.class_id)),
  leaveWaitlist: learning.leaveWaitlist.handler(({ context, input }) =>
    leaveWaitlist(context, input.class_id),
  ),
  requestDemo: learning.requestDemo.handler(({ context, input }) => requestDemo(context, input.class_id)),
  requestChildDemo: guardian.requestChildDemo.handler(({ context, input }) =>
    requestChildDemo(context, input),
  ),
  childDemoRequests: guardian.childDemoRequests.handler(({ context, input }) =>
    listChildDemoRequests(context, input),
  ),
  answerDemoRequest: teaching.answerDemoRequest.handler(({ context, input }) =>
    answerDemoRequest(context, input),
  ),
  acceptDemoOffer: learning.acceptDemoOffer.handler(({ context, input }) => acceptDemoOffer(context, input)),
  recordCallback: teaching.recordCallback.handler(({ context, input }) => recordCallback(context, input)),
  myDemoRequests: learning.myDemoRequests.handler(({ context, input }) => listMyDemoRequests(context, input)),
  listDemoTimes: teaching.listDemoTimes.handler(({ context }) => listDemoTimes(context)),
  listDemoRequests: teaching.listDemoRequests.handler(({ context, input }) =>
    listDemoRequests(context, input),
  ),
  mine: personal.mine.handler(({ context, input }) => listOwnClasses(context, input)),
  myLine: learning.myLine.handler(({ context }) => listMyLine(context)),
  studentFigures: learning.studentFigures.handler(({ context }) => readStudentFigures(context)),
  timetable: teaching.timetable.handler(({ context, input }) => listTimetable(context, input)),
  calendarFeed: personal.calendarFeed.handler(async ({ context }) => ({ feed: await readFeed(context) })),
  makeCalendarFeed: personal.makeCalendarFeed.handler(({ context }) => makeFeed(context)),
  revokeCalendarFeed: personal.revokeCalendarFeed.handler(async ({ context }) => {
    await revokeFeed(context)
    return {}
  }),
  instructorFigures: teaching.instructorFigures.handler(({ context }) => readInstructorFigures(context)),
  listInstructors: teaching.listInstructors.handler(({ context }) => listInstructors(context)),
})
