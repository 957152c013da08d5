import { implement } from "@orpc/server"
import { notifications } from "#contract/notifications.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, hasRole, signedIn } from "#platform/policy.ts"
import { listOutbox } from "./outbox.ts"
import { listMyNotices, markNoticesRead, openNotice } from "./person-notices.ts"
import { readPreferences, unsubscribe, writePreferences } from "./preferences.ts"
import { addPushDevice, removePushDevice } from "./push/devices.ts"
import { decideRestoredCopy, readRestoredCopy } from "./restored-copy.ts"

const os = implement(notifications).$context<Ctx>()
const open = os.use(anyone)
const personal = os.use(signedIn)
const office = os.use(allow(hasRole("admin")))

export const notificationsRouter = os.router({
  outbox: open.outbox.handler(({ context }) => listOutbox(context)),
  mine: personal.mine.handler(({ context, input }) => listMyNotices(context, input)),
  markRead: personal.markRead.handler(({ context, input }) => markNoticesRead(context, input.notice_ids)),
  open: personal.open.handler(({ context, input }) => openNotice(context, input.notice_id)),
  preferences: personal.preferences.handler(({ context }) => readPreferences(context)),
  setPreferences: personal.setPreferences.handler(({ context, input }) => writePreferences(context, input)),
  addPushDevice: personal.addPushDevice.handler(({ context, input }) => addPushDevice(context, input)),
  removePushDevice: personal.removePushDevice.handler(({ context, input }) =>
    removePushDevice(context, input.endpoint),
  ),
  unsubscribe: open.unsubscribe.handler(({ context, input }) => unsubscribe(context, input.token)),
  restoredCopy: office.restoredCopy.handler(({ context }) => readRestoredCopy(context)),
  decideRestoredCopy: office.decideRestoredCopy.handler(({ context, input }) =>
    decideRestoredCopy(context, input),
  ),
})
