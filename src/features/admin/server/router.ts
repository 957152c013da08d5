import { implement } from "@orpc/server"
import { admin } from "#contract/admin.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { listAudit } from "./audit-list.ts"
import { changeSettings, listSettings, resetSetting } from "./settings.ts"

const os = implement(admin).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))

export const adminRouter = os.router({
  audit: office.audit.handler(({ context, input }) => listAudit(context, input)),
  settings: office.settings.handler(({ context }) => listSettings(context)),
  changeSettings: office.changeSettings.handler(({ context, input }) =>
    changeSettings(context, input.values),
  ),
  resetSetting: office.resetSetting.handler(async ({ context, input }) => {
    await resetSetting(context, input.name)
    return {}
  }),
})
