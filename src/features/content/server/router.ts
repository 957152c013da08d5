import { implement } from "@orpc/server"
import { content } from "#contract/content.ts"
import type { Ctx } from "#platform/context.ts"
import { anyone } from "#platform/policy.ts"
import { keepContactMessage } from "./service.ts"

const open = implement(content).$context<Ctx>().use(anyone)

export const contentRouter = open.router({
  sendContactMessage: open.sendContactMessage.handler(async ({ context, input }) => {
    await keepContactMessage(context, input)
    return {}
  }),
})
