import { z } from "zod"
import { base } from "../base.ts"
import { StateCode } from "../payments/priced.ts"

export const Integration = z.object({
  name: z.enum(["video", "whatsapp", "sms", "email", "meet", "payments"]),
  /** "trial" keeps messages in the outbox instead of sending them, and takes no money. */
  state: z.enum(["connected", "starting", "trial", "off"]),
  /** The provider or server that was chosen for it; null for what comes with the product. */
  through: z.string().nullable(),
  /** Of video: why it isn't connected; null if it is, or starts for the first time. */
  why: z.enum(["installing", "restarting", "missing"]).nullable(),
  /** Of video that is missing: what kept it from being installed or started, in English. */
  said: z.string().nullable(),
  /** Of video: what this academy's engine can't do, and another one could. */
  lacks: z.array(z.enum(["recording", "holding", "moderation", "board", "presence", "evidence", "check"])),
  /** Of payments, which only the office sees: what its sales depend on beside the provider's keys. */
  sales: z
    .object({
      /** When the provider last reported anything; null if not in the last month. */
      reported_at: z.iso.datetime().nullable(),
      /** The academy's own State and registration as of today, which decide the tax; null until they are entered. */
      supplier: z
        .object({
          state: StateCode,
          registration: z.enum(["unregistered", "regular", "composition", "exempt"]),
        })
        .nullable(),
    })
    .nullable(),
})
export type Integration = z.infer<typeof Integration>

export const listIntegrations = base
  .route({ method: "GET", path: "/integrations", summary: "List integrations and their state, for staff" })
  .output(z.array(Integration))

export const integrations = { list: listIntegrations }
