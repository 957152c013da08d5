import { implement } from "@orpc/server"
import { sms } from "#contract/sms.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { readCosts } from "./push/costs.ts"
import { listMessages, previewTemplate, readWorkbench, writeIdentity, writeTemplate } from "./templates.ts"

const os = implement(sms).$context<Ctx>()
const admin = os.use(allow(hasRole("admin")))
const office = os.use(allow(hasRole("admin", "office")))

export const smsRouter = os.router({
  workbench: admin.workbench.handler(({ context }) => readWorkbench(context)),
  setIdentity: admin.setIdentity.handler(({ context, input }) => writeIdentity(context, input)),
  preview: admin.preview.handler(({ context, input }) => previewTemplate(context, input)),
  setTemplate: admin.setTemplate.handler(({ context, input }) => writeTemplate(context, input)),
  costs: office.costs.handler(({ context }) => readCosts(context)),
  messages: admin.messages.handler(({ context, input }) => listMessages(context, input)),
})
