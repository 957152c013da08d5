import { z } from "zod"
import { base, Id } from "./base.ts"

export const OutboxMessage = z.object({
  id: Id,
  channel: z.string(),
  recipient: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  created_at: z.date(),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** In a trial, what would have been sent. There is no such thing in production. */
export const listOutbox = base
  .route({ method: "GET", path: "/dev/outbox", summary: "Messages that a trial kept instead of sending" })
  .output(z.array(OutboxMessage))

export const notifications = { outbox: listOutbox }
