import { implement } from "@orpc/server"
import { views } from "#contract/accounts/views.ts"
import type { Ctx } from "#platform/context.ts"
import { signedIn } from "#platform/policy.ts"
import { listViews } from "./views.ts"

const os = implement(views).$context<Ctx>()

export const viewsRouter = os.router({
  list: os.use(signedIn).list.handler(({ context, input }) => listViews(context, input)),
})
