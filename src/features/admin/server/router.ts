import { implement } from "@orpc/server"
import { admin } from "#contract/admin/admin.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { listAudit } from "./audit-list.ts"
import { readChecklist, setDismissed, startTestClass } from "./checklist.ts"
import { listEveryClass } from "./classes.ts"
import { confirmImport, inviteImported, listImports, previewImport } from "./imports.ts"
import { listAttention, listLive, readFigures, readNext } from "./overview.ts"
import { changeSettings, listSettings, resetSetting } from "./settings.ts"

import { listStudents, readStudent } from "./students.ts"
import { readServices, readWeeks } from "./trends.ts"
import { undoImport } from "./undo-import.ts"

const ACTIVITY_SHOWN = 8

const os = implement(admin).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))
/** Families are looked up by the office, too. */
const desk = os.use(allow(hasRole("office", "admin")))
/** Settings control who needs a second factor, and how long people stay signed in. Imported lists open accounts. */
const provenOffice = os.use(allow(hasRole("admin"), { proven: true }))

export const adminRouter = os.router({
  overview: office.overview.handler(async ({ context }) => {
    const [figures, attention, live, next, activity, checklist] = await Promise.all([
      readFigures(context),
      listAttention(context),
      listLive(context),
      readNext(context),
      listAudit(context, { who: "", limit: ACTIVITY_SHOWN }),
      readChecklist(context),
    ])
    return { figures, attention, live, next, activity: activity.items, checklist }
  }),
  students: desk.students.handler(({ context, input }) => listStudents(context, input)),
  student: desk.student.handler(({ context, input }) => readStudent(context, input.student_id)),
  classes: office.classes.handler(({ context, input }) => listEveryClass(context, input)),
  trends: office.trends.handler(async ({ context }) => {
    const [weeks, services] = await Promise.all([readWeeks(context), readServices(context)])
    return { weeks, services }
  }),
  dismissChecklist: office.dismissChecklist.handler(async ({ context, input }) => {
    await setDismissed(context, input.dismissed)
    return {}
  }),
  previewImport: office.previewImport.handler(({ context, input }) => previewImport(context, input)),
  confirmImport: provenOffice.confirmImport.handler(({ context, input }) => confirmImport(context, input)),
  imports: office.imports.handler(({ context }) => listImports(context)),
  undoImport: office.undoImport.handler(async ({ context, input }) => {
    await undoImport(context, input.import_id)
    return {}
  }),
  inviteImported: provenOffice.inviteImported.handler(({ context, input }) =>
    inviteImported(context, input.import_id, input.whom),
  ),
  startTestClass: office.startTestClass.handler(({ context }) => startTestClass(context)),
  audit: office.audit.handler(({ context, input }) => listAudit(context, input)),
  settings: office.settings.handler(({ context }) => listSettings(context)),
  changeSettings: provenOffice.changeSettings.handler(({ context, input }) =>
    changeSettings(context, input.values),
  ),
  resetSetting: provenOffice.resetSetting.handler(async ({ context, input }) => {
    await resetSetting(context, input.name)
    return {}
  }),
})
