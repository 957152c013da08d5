import { z } from "zod"
import { NoticeStatus } from "./attendance/attendance-notices.ts"
import { base, Id, pageOf } from "./base.ts"
import { MessageProblem, NoticeReason } from "./notice-reasons.ts"

const Kind = z.enum(["absence", "absence-correction", "class", "code", "invitation"])
export const SmsLanguage = z.enum(["en", "hi"])
export type SmsLanguage = z.infer<typeof SmsLanguage>

const list = z.array(z.string().trim().min(1).max(200)).max(20)

/** The academy's identity with India's operators, and what its messages may contain. */
export const SmsIdentity = z.object({
  entity_id: z.string().trim().max(40),
  header: z.string().trim().max(20),
  /** Links, or beginnings of links. */
  links: list,
  numbers: list,
})

/** What the messages of a month cost, as far as the academy entered prices. */
export const MessageCosts = z.object({
  /** YYYY-MM, in the academy's time zone. */
  month: z.string(),
  channels: z.array(
    z.object({
      channel: z.enum(["push", "whatsapp", "sms", "email"]),
      /** Taken by the provider this month, without a trial's outbox. */
      sent: z.number().int(),
      /** Maybe sent: the provider didn't answer, and nothing settled it since. Not in the cost. */
      unknown: z.number().int(),
      /** Of one message; null where nobody entered it. Push messages cost nothing. */
      price_paise: z.number().int().nullable(),
      cost_paise: z.number().int().nullable(),
    }),
  ),
  /** The sum of the costs that are known. */
  total_paise: z.number().int(),
})
export type MessageCosts = z.infer<typeof MessageCosts>

const Draft = z.object({
  kind: Kind,
  language: SmsLanguage,
  /** The operators' number of the template. */
  template_id: z.string().trim().max(40),
  /** The provider's own name for it, if different. */
  provider_template: z.string().trim().max(80).optional(),
  body: z.string().trim().min(1, "Enter the text as it is registered").max(1_000),
  /** Values for the variables, in order. */
  variables: z.array(z.string().trim().min(1).max(40)).max(20),
  variable_length: z.coerce
    .number()
    .int()
    .min(1, "Enter a number from 1 to 250")
    .max(250, "Enter a number from 1 to 250"),
})

export const SmsTemplate = Draft.extend({
  provider_template: z.string().nullable(),
  template_id: z.string(),
  /** Whether it is kept, or wording to register. */
  saved: z.boolean(),
  /** The names of the values that its kind has. */
  names: z.array(z.string()),
  /** What operators would refuse today. */
  problems: z.array(MessageProblem),
})
export type SmsTemplate = z.infer<typeof SmsTemplate>

export const SmsWorkbench = z.object({
  /** What texts leave through. */
  provider: z.string(),
  identity: SmsIdentity,
  /** What belongs on the lists. */
  suggested: z.object({ link: z.string(), number: z.string() }),
  templates: z.array(SmsTemplate),
})
export type SmsWorkbench = z.infer<typeof SmsWorkbench>

export const SmsPreview = z.object({
  text: z.string(),
  encoding: z.enum(["gsm", "unicode"]),
  units: z.number().int(),
  parts: z.number().int(),
  /** The message whose values fill it; null if they are made up. */
  notice_id: Id.nullable(),
  problems: z.array(MessageProblem),
})
export type SmsPreview = z.infer<typeof SmsPreview>

export const SmsMessageLine = z.object({
  id: Id,
  kind: z.string(),
  recipient_name: z.string(),
  recipient: z.string(),
  /** Null for codes. */
  text: z.string().nullable(),
  status: NoticeStatus,
  reasons: z.array(NoticeReason),
  /** The staff member who decided about it last. */
  decided_by: z.string().nullable(),
  attempts: z.number().int(),
  created_at: z.date(),
  sent_at: z.date().nullable(),
})
export type SmsMessageLine = z.infer<typeof SmsMessageLine>

export const sms = {
  workbench: base
    .route({
      method: "GET",
      path: "/sms",
      summary: "Get the entity, headers, lists and templates of text messages",
    })
    .output(SmsWorkbench),
  setIdentity: base
    .route({
      method: "PUT",
      path: "/sms/identity",
      summary: "Set the academy's registration with the operators",
    })
    .input(SmsIdentity)
    .output(SmsWorkbench),
  preview: base
    .route({ method: "POST", path: "/sms/preview", summary: "Check a template without saving it" })
    .input(Draft)
    .output(SmsPreview),
  setTemplate: base
    .route({ method: "PUT", path: "/sms/templates/{kind}/{language}", summary: "Save an approved template" })
    .input(Draft)
    .output(SmsWorkbench),
  costs: base
    .route({ method: "GET", path: "/messages/costs", summary: "Get what this month's messages cost" })
    .output(MessageCosts),
  messages: base
    .route({
      method: "GET",
      path: "/sms/messages",
      summary: "List the latest text messages with their status",
    })
    .input(z.object({ cursor: Id.optional() }))
    .output(pageOf(SmsMessageLine)),
}
