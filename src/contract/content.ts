import { z } from "zod"
import { base } from "./base.ts"

export const CONTACT_TOPICS = ["programs", "kit", "fees", "technical", "teaching", "other"] as const

/** The fields of the contact form. */
export const ContactMessage = z.object({
  name: z.string("Enter your name").trim().min(1, "Enter your name").max(120, "Use at most 120 characters"),
  email: z.email("Enter an e-mail address such as asha@example.com").max(254).trim().toLowerCase(),
  phone: z.string().trim().max(20, "Use at most 20 characters").optional(),
  topic: z.enum(CONTACT_TOPICS, "Choose what it is about"),
  message: z
    .string("Write your message")
    .trim()
    .min(10, "Write a little more, at least 10 characters")
    .max(4_000, "Use at most 4,000 characters"),
  /** A trap: people never see this field, programs that fill in every field do. */
  website: z.string().max(0, "Leave this field empty").optional(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const sendContactMessage = base
  .route({ method: "POST", path: "/contact-messages", summary: "Send a message to the academy's office" })
  .input(ContactMessage)
  .output(z.object({}))

/** The fields of the Subscribe form. */
export const SubscribeRequest = z.object({
  email: z.email("Enter an e-mail address such as asha@example.com").max(254).trim().toLowerCase(),
  /** In which language to write to this person. */
  language: z.enum(["en", "hi"]).default("en"),
  /** A trap, as in the contact form. */
  website: z.string().max(0, "Leave this field empty").optional(),
})
export type SubscribeRequest = z.infer<typeof SubscribeRequest>

export const subscribe = base
  .route({
    method: "POST",
    path: "/subscriptions",
    summary: "Subscribe to new articles by e-mail",
    description: "Sends a confirmation. The answer is the same whether the address is known or not.",
  })
  .input(SubscribeRequest)
  .output(z.object({}))

export const confirmSubscription = base
  .errors({ SUBSCRIPTION_LINK_EXPIRED: { status: 410, message: "This link is no longer valid" } })
  .route({
    method: "POST",
    path: "/subscriptions/confirm",
    summary: "Confirm a subscription by the link's token",
  })
  .input(z.object({ token: z.string().min(1).max(100) }))
  .output(z.object({ end_key: z.string() }))

export const endSubscription = base
  .route({ method: "POST", path: "/subscriptions/end", summary: "Unsubscribe by the key in a mail's link" })
  .input(z.object({ key: z.string().min(1).max(100) }))
  .output(z.object({}))

export const content = { sendContactMessage, subscribe, confirmSubscription, endSubscription }
