import { implement } from "@orpc/server"
import { notifications } from "#contract/notifications.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone } from "#platform/policy.ts"
import { listOutbox } from "./outbox.ts"

const open = implement(notifications).$context<Ctx>().use(anyone)

export const notificationsRouter = open.router({
  outbox: open.outbox.handler(({ context }) => listOutbox(context)),
})
