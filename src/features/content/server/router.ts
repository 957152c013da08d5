import { implement } from "@orpc/server"
import { content } from "#contract/content.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone } from "#platform/policy.ts"
import { keepContactMessage } from "./service.ts"
import { confirmSubscription, endSubscription, subscribe } from "./subscriptions.ts"

const open = implement(content).$context<Ctx>().use(anyone)

export const contentRouter = open.router({
  sendContactMessage: open.sendContactMessage.handler(async ({ context, input }) => {
    await keepContactMessage(context, input)
    return {}
  }),
  subscribe: open.subscribe.handler(async ({ context, input }) => {
    await subscribe(context, input)
    return {}
  }),
  confirmSubscription: open.confirmSubscription.handler(async ({ context, input }) => ({
    end_key: await confirmSubscription(context, input.token),
  })),
  endSubscription: open.endSubscription.handler(async ({ context, input }) => {
    await endSubscription(context, input.key)
    return {}
  }),
})
