import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { isInDigest, isWanted, PHONE_CHANNELS } from "#features/notifications/rules.ts"
import type { Ctx } from "#platform/context.ts"
import type { Recipient } from "../preferences.ts"
import { findPeopleWithDevices } from "../push/devices.ts"
import { canText } from "../sms.ts"
import { type Channel, namedTo, type Telling, WAYS, type Way } from "./telling.ts"

/** Returns by which channels each person can and may be told, in the order to try them. Two queries at most. */
export async function readReach(
  ctx: Ctx,
  { topic, kind, channels = WAYS }: Telling,
  people: readonly Recipient[],
): Promise<(person: Recipient, way: Way) => Channel[]> {
  const phone = channels.includes("phone")
  const texts = phone && (await canText(ctx, kind))
  const ids = people.map((person) => person.user_id)
  const withDevices = phone ? await findPeopleWithDevices(ctx, ids) : new Set<string>()
  const reaches = {
    push: (person: Recipient) => withDevices.has(person.user_id),
    whatsapp: (person: Recipient) => ctx.whatsapp !== null && person.phone !== null,
    sms: (person: Recipient) => texts && person.phone !== null,
    email: (person: Recipient) => ctx.mail.configured && shownEmail(person.email) !== "",
  }
  // The ways that a digest takes. One that reaches nobody, as once the last device signed out, replaces nothing.
  const getsDigest = (person: Recipient) =>
    person.hasDigest && (reaches.email(person) || reaches.push(person) || reaches.whatsapp(person))
  return (person, way) => {
    if (way === "in_app") return [way]
    if (isInDigest(topic) && getsDigest(person)) return []
    const tried = way === "phone" ? PHONE_CHANNELS : ([way] as const)
    return tried.filter((channel) => isWanted(person, topic, channel) && reaches[channel](person))
  }
}

/**
 * Returns what is left of a person's channels once others were asked for: families share phones, and a child whom
 * the message to a guardian's number names gets none of their own to that number. Ask for guardians first.
 */
export function withoutRepeats(telling: Telling): (person: Recipient, channels: Channel[]) => Channel[] {
  const named = new Map<string, string[]>()
  return (person, channels) => {
    const { phone, user_id } = person
    if (phone === null || !channels.some(isByNumber)) return channels
    if (person.isGuardian) named.set(phone, namedTo(telling, person))
    return named.get(phone)?.includes(user_id) ? channels.filter((one) => !isByNumber(one)) : channels
  }
}

function isByNumber(channel: Channel): boolean {
  return channel === "whatsapp" || channel === "sms"
}

/** Returns where a channel reaches a person: the account itself, its e-mail or its number. */
export function addressOf(person: Recipient, channel: Channel): string {
  if (channel === "in_app" || channel === "push") return person.user_id
  return channel === "email" ? person.email : (person.phone ?? "")
}
