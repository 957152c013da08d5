import { implement } from "@orpc/server"
import { bills } from "#contract/bills.ts"
import type { Ctx } from "#platform/context.ts"
import { allow, hasRole } from "#platform/policy.ts"
import { listBills, readBill } from "./bills/list.ts"
import { enterSupplier, readSupplier } from "./bills/suppliers.ts"

const os = implement(bills).$context<Ctx>()
const paying = os.use(allow(hasRole("student", "guardian")))
const reading = os.use(allow(hasRole("student", "guardian", "office", "admin")))
const office = os.use(allow(hasRole("admin")))
/** Who sells decides which tax is charged. */
const provenOffice = os.use(allow(hasRole("admin"), { proven: true }))

export const billsRouter = os.router({
  list: paying.list.handler(({ context, input }) => listBills(context, input)),
  read: reading.read.handler(({ context, input }) => readBill(context, input.bill_id)),
  supplier: office.supplier.handler(({ context }) => readSupplier(context)),
  enterSupplier: provenOffice.enterSupplier.handler(async ({ context, input }) => {
    await enterSupplier(context, { ...input, gstin: input.gstin ?? null })
    return readSupplier(context)
  }),
})
