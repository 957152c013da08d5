import { quietWaitMs, usefulMs } from "#features/notifications/rules.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { timeInZone } from "#shared/time.ts"
import { plainText } from "../mail-text.ts"
import { type Recipient, unsubscribeUrl } from "../preferences.ts"
import type { NextChannel } from "../table.ts"
import { templateLanguage } from "../whatsapp.ts"
import { addressOf } from "./reach.ts"
import { type Channel, namedTo, type Telling, type Words } from "./telling.ts"

export type Content = NonNullable<ReturnType<typeof contentFor>>

/** Returns a notice by the first of these channels that has words for it, and by the others if that fails. */
export function contentFor(
  ctx: Ctx,
  telling: Telling,
  person: Recipient,
  channels: readonly Channel[],
  words: Words,
) {
  const { via, send_before, needed_before } = telling
  const common = {
    subject_ids: [person.user_id, ...namedTo(telling, person)],
    recipient_name: person.name,
    held: null,
    ...(via && { via }),
    ...(send_before && { send_before }),
    ...(needed_before && { needed_before }),
  }
  const now = ctx.clock.now()
  const due = telling.due_at && telling.due_at > now ? telling.due_at : now
  if (channels.includes("email")) {
    if (!words.mail) return null
    const mail: MailBody = {
      ...words.mail,
      language: person.language,
      unsubscribeUrl: unsubscribeUrl(ctx, person, telling.topic),
    }
    const to = { channel: "email" as const, recipient: person.email }
    return { ...common, ...to, mail, text: plainText(mail), variables: {}, due_at: due }
  }
  const [first, ...next] = channels.flatMap((channel) => onPhone(ctx, person, channel, words) ?? [])
  if (!first) return null
  const hours = { from: ctx.env.QUIET_FROM_HOUR, to: ctx.env.QUIET_TO_HOUR }
  const waitMs = quietWaitMs(timeInZone(due, ctx.env.TIME_ZONE), usefulMs(telling, due), hours)
  const due_at = new Date(due.getTime() + waitMs)
  return { ...common, ...first, next, due_at }
}

function onPhone(ctx: Ctx, person: Recipient, channel: Channel, words: Words): NextChannel | null {
  const recipient = addressOf(person, channel)
  if (channel === "sms" && words.sms) return { channel, recipient, ...words.sms }
  if (!words.push) return null
  if (channel === "whatsapp") {
    const { title, text } = words.whatsapp ?? words.push
    const language = templateLanguage(ctx.env, person.language)
    return { channel, recipient, text: `${title}. ${text}`, variables: { language, what: title, when: text } }
  }
  if (channel !== "push") return null
  const { title, text } = words.push
  return { channel, recipient, text, variables: { title, href: words.href } }
}
