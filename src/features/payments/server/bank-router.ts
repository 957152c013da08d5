import { implement } from "@orpc/server"
import { bank } from "#contract/bank.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { matchLine, matchSettlement, reopenLine, setAside } from "./bank/decide.ts"
import { listLines } from "./bank/list.ts"

const os = implement(bank).$context<Ctx>()
const office = os.use(allow(hasRole("admin")))

export const bankRouter = os.router({
  lines: office.lines.handler(({ context, input }) => listLines(context, input)),
  matchLine: office.matchLine.handler(({ context, input }) => matchLine(context, input)),
  matchSettlement: office.matchSettlement.handler(async ({ context, input }) => {
    await matchSettlement(context, input)
    return {}
  }),
  setAside: office.setAside.handler(async ({ context, input }) => {
    await setAside(context, input)
    return {}
  }),
  reopen: office.reopen.handler(async ({ context, input }) => {
    await reopenLine(context, input.line_id)
    return {}
  }),
})
