import { z } from "zod"
import { base } from "../base.ts"

export const Integration = z.object({
  name: z.enum(["video", "whatsapp", "sms", "email", "meet"]),
  /** "trial" keeps messages in the outbox instead of sending them. */
  state: z.enum(["connected", "starting", "trial", "off"]),
  /** The provider or server that was chosen for it; null for what comes with the product. */
  through: z.string().nullable(),
  /** Why it isn't connected, in the words of the service itself. */
  said: z.string().nullable(),
})
export type Integration = z.infer<typeof Integration>

export const listIntegrations = base
  .route({ method: "GET", path: "/integrations", summary: "List integrations and their state, for staff" })
  .output(z.array(Integration))

export const integrations = { list: listIntegrations }
