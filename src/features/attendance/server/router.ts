import { implement } from "@orpc/server"
import { attendance } from "#contract/attendance/attendance.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import { makeCard, readCard, revokeCard } from "./arrivals/cards.ts"
import { checkIn, readCentreCodes } from "./arrivals/check-in.ts"
import { addCollector, readMyGate, removeCollector } from "./arrivals/collectors.ts"
import { checkInAtGate, listStillHere, readGate, signOut } from "./arrivals/gate.ts"
import { readDemoFunnel } from "./demo-funnel.ts"
import { readCoachDay } from "./hall/day.ts"
import { decideChild, releaseList } from "./hall/lists.ts"
import { syncMessages } from "./hall/sync.ts"
import { markAttendance, unmarkAttendance } from "./marks.ts"
import { readMonth, readMySheet, readStudentSheet } from "./month.ts"
import { answerAbsence, readQuestion, takeMakeUp } from "./notices/absence-answers.ts"
import { decideOpenNotice, listOpenNotices } from "./notices/open-notices.ts"
import { sendProofByLink } from "./proofs/send-proof.ts"
import { decideProof, listWaitingProofs, openProof } from "./proofs/staff-proofs.ts"
import * as service from "./service.ts"
import { listSnapshots, recordSnapshot } from "./snapshots.ts"
import { countWaiting } from "./waiting.ts"

const os = implement(attendance).$context<Ctx>()
const open = os.use(anyone)
const teaching = os.use(allow(hasRole("instructor", "admin")))
/** Messages to parents are the office's, too. */
const telling = os.use(allow(hasRole("instructor", "office", "admin")))
const coaching = os.use(allow(hasRole("instructor")))
const personal = os.use(signedIn)
const guarding = os.use(allow(hasRole("guardian")))
const holding = os.use(allow(hasRole("student", "guardian", "admin")))
const learning = os.use(allow(hasRole("student")))

export const attendanceRouter = os.router({
  register: teaching.register.handler(({ context, input }) => service.getRegister(context, input.class_id)),
  mark: teaching.mark.handler(({ context, input }) => markAttendance(context, input)),
  unmark: teaching.unmark.handler(({ context, input }) => unmarkAttendance(context, input)),
  sync: coaching.sync.handler(({ context, input }) => syncMessages(context, input)),
  coachDay: coaching.coachDay.handler(({ context }) => readCoachDay(context)),
  releaseList: teaching.releaseList.handler(({ context, input }) => releaseList(context, input.class_id)),
  decideChild: teaching.decideChild.handler(({ context, input }) => decideChild(context, input)),
  centreCodes: teaching.centreCodes.handler(({ context, input }) => readCentreCodes(context, input.venue)),
  checkIn: learning.checkIn.handler(({ context, input }) => checkIn(context, input.code)),
  readGate: teaching.readGate.handler(({ context, input }) => readGate(context, input.code)),
  checkInAtGate: teaching.checkInAtGate.handler(({ context, input }) => checkInAtGate(context, input)),
  signOut: teaching.signOut.handler(({ context, input }) => signOut(context, input)),
  listStillHere: teaching.listStillHere.handler(({ context }) => listStillHere(context)),
  myGate: guarding.myGate.handler(({ context }) => readMyGate(context)),
  addCollector: guarding.addCollector.handler(({ context, input }) => addCollector(context, input)),
  removeCollector: guarding.removeCollector.handler(({ context, input }) => removeCollector(context, input)),
  readCard: holding.readCard.handler(({ context, input }) => readCard(context, input.student_id)),
  makeCard: holding.makeCard.handler(({ context, input }) => makeCard(context, input.student_id)),
  revokeCard: holding.revokeCard.handler(({ context, input }) => revokeCard(context, input.student_id)),
  recordVoice: teaching.recordVoice.handler(({ context, input }) => service.recordVoice(context, input)),
  recordSnapshot: teaching.recordSnapshot.handler(({ context, input }) => recordSnapshot(context, input)),
  snapshots: teaching.snapshots.handler(({ context, input }) => listSnapshots(context, input.class_id)),
  openNotices: telling.openNotices.handler(({ context, input }) => listOpenNotices(context, input)),
  decideNotice: telling.decideNotice.handler(({ context, input }) => decideOpenNotice(context, input)),
  month: teaching.month.handler(({ context, input }) => readMonth(context, input)),
  studentSheet: teaching.studentSheet.handler(({ context, input }) => readStudentSheet(context, input)),
  mySheet: learning.mySheet.handler(({ context, input }) => readMySheet(context, input.month)),
  question: open.question.handler(({ context, input }) => readQuestion(context, input.token)),
  answer: open.answer.handler(({ context, input }) => answerAbsence(context, input)),
  makeUp: open.makeUp.handler(({ context, input }) => takeMakeUp(context, input)),
  sendProof: open.sendProof.handler(({ context, input }) => sendProofByLink(context, input)),
  proofs: teaching.proofs.handler(({ context, input }) => listWaitingProofs(context, input)),
  openProof: teaching.openProof.handler(({ context, input }) => openProof(context, input)),
  decideProof: teaching.decideProof.handler(({ context, input }) => decideProof(context, input)),
  notices: teaching.notices.handler(({ context, input }) =>
    service.listClassNotices(context, input.class_id),
  ),
  figures: teaching.figures.handler(({ context }) => service.attendanceFigures(context)),
  demoFunnel: teaching.demoFunnel.handler(({ context, input }) => readDemoFunnel(context, input)),
  waiting: personal.waiting.handler(({ context }) => countWaiting(context)),
  myProgress: learning.myProgress.handler(({ context }) => service.readMyProgress(context)),
})
