import { implement } from "@orpc/server"
import { rooms } from "#contract/rooms.ts"
import type { Ctx } from "#platform/context.ts"
import { signedIn } from "#platform/policy.ts"
import * as service from "./service.ts"

const os = implement(rooms).$context<Ctx>()
const personal = os.use(signedIn)

export const roomsRouter = os.router({
  join: personal.join.handler(({ context, input }) => service.joinRoom(context, input)),
  state: personal.state.handler(({ context, input }) => service.getRoomState(context, input.class_id)),
})
