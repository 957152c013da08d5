import { implement } from "@orpc/server"
import { oneOnOne } from "#contract/classes/one-on-one.ts"
import { canSchedule, canTakeSeat } from "#features/classes/rules.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, anyone, signedIn } from "#platform/policy.ts"
import { offerSlots, withdrawSlot } from "./one-on-one/slot-offers.ts"
import { listOwnSlots, listSlots, takeSlot } from "./one-on-one/slots.ts"

const os = implement(oneOnOne).$context<Ctx>()
const teaching = os.use(allow(canSchedule))

export const oneOnOneRouter = os.router({
  offer: teaching.offer.handler(({ context, input }) => offerSlots(context, input)),
  withdraw: teaching.withdraw.handler(async ({ context, input }) => {
    await withdrawSlot(context, input.slot_id)
    return {}
  }),
  take: os.use(allow(canTakeSeat)).take.handler(({ context, input }) => takeSlot(context, input.slot_id)),
  list: os.use(anyone).list.handler(({ context, input }) => listSlots(context, input)),
  mine: os.use(signedIn).mine.handler(({ context, input }) => listOwnSlots(context, input)),
})
