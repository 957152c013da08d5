import type { NoticeTopic } from "#contract/notifications.ts"
import { HOUR, MINUTE } from "#shared/time.ts"

/** The channels a person can choose. Notices inside the product are always sent. */
export type ChosenChannel = "push" | "whatsapp" | "email" | "sms"

export const CHOSEN_CHANNELS = [
  "push",
  "whatsapp",
  "email",
  "sms",
] as const satisfies readonly ChosenChannel[]

/** The channels that reach a phone, in the order they are tried: a message goes by the next one only if it failed. */
export const PHONE_CHANNELS = ["push", "whatsapp", "sms"] as const satisfies readonly ChosenChannel[]

/**
 * The defaults for people who chose nothing: a text message only where it can save a wasted journey, and everything
 * on the devices where they switched push messages on. WhatsApp wants to be asked for. Absences are texted, as parents
 * expect, unless a guardian chose otherwise.
 */
const DEFAULT_CHANNELS: Record<NoticeTopic, Record<ChosenChannel, boolean>> = {
  class_changes: { push: true, whatsapp: false, email: true, sms: true },
  seats: { push: true, whatsapp: false, email: true, sms: false },
  demo_requests: { push: true, whatsapp: false, email: true, sms: false },
  absences: { push: false, whatsapp: false, email: false, sms: true },
  arrivals: { push: false, whatsapp: false, email: false, sms: false },
  reminders: { push: true, whatsapp: false, email: true, sms: false },
  one_on_one: { push: true, whatsapp: false, email: true, sms: false },
  payments: { push: true, whatsapp: false, email: true, sms: false },
}

/**
 * A child is reminded of a class; the guardian only by choice. Many guardians have no mail and no push, and should
 * hear what became of a demo class all the same.
 */
const GUARDIAN_CHANNELS: Partial<typeof DEFAULT_CHANNELS> = {
  reminders: { push: false, whatsapp: false, email: false, sms: false },
  demo_requests: { push: true, whatsapp: false, email: true, sms: true },
}

/** Returns by which channels somebody who chose nothing gets notices on a topic. */
export function defaultChannels(topic: NoticeTopic, isGuardian: boolean): Record<ChosenChannel, boolean> {
  return (isGuardian && GUARDIAN_CHANNELS[topic]) || DEFAULT_CHANNELS[topic]
}

/** What a weekly digest says as well, and so replaces. */
const IN_DIGEST: readonly NoticeTopic[] = ["reminders", "seats", "one_on_one"]

/**
 * Whether the weekly digest replaces a message: reminders and bookings, and never a changed class, an absence or a
 * payment. A digest lists the classes to come, so it can't say that one was cancelled or has moved out of the week.
 */
export function isInDigest(topic: NoticeTopic): boolean {
  return IN_DIGEST.includes(topic)
}

/** The choices that differ from the defaults, by "topic.channel". */
export type NoticeChoices = Record<string, boolean>

/** Whether a person wants notices on a topic by a channel. */
export function isWanted(
  { choices, isGuardian }: { choices: NoticeChoices; isGuardian: boolean },
  topic: NoticeTopic,
  channel: ChosenChannel,
): boolean {
  return choices[`${topic}.${channel}`] ?? defaultChannels(topic, isGuardian)[channel]
}

/** Quiet hours last from 21:00 to 09:00, the institution's wall-clock time. */
export const QUIET_HOURS = { from: 21, to: 9 } as const

/**
 * Returns how long, in ms, a text message due at a wall-clock time (HH:MM) waits for the end of the quiet
 * hours: 0 by day, and 0 if it would be useless by then. `leftMs` is how long the message stays useful.
 */
export function quietWaitMs(
  wallTime: string,
  leftMs: number = Number.POSITIVE_INFINITY,
  { from, to }: { from: number; to: number } = QUIET_HOURS,
): number {
  const [hours = 0, minutes = 0] = wallTime.split(":").map(Number)
  const quiet = from <= to ? hours >= from && hours < to : hours >= from || hours < to
  if (!quiet) return 0
  const waitMs = ((to - hours + 24) % 24) * HOUR - minutes * MINUTE
  return waitMs < leftMs ? waitMs : 0
}

/**
 * Returns how long, in ms, a message stays useful at a time: until it is needed, and after that until it must not be
 * sent any more. Undefined for one that is always useful.
 */
export function usefulMs(
  { needed_before, send_before }: { needed_before?: Date | null; send_before?: Date | null },
  at: Date,
): number | undefined {
  const until = needed_before && needed_before > at ? needed_before : send_before
  return until ? until.getTime() - at.getTime() : undefined
}

/** A tagged variable of an Indian DLT template holds 30 characters unless the template says otherwise. */
const VARIABLE_LENGTH = 30

/** Returns a value that fits a template's variable: one line, at most 30 characters, cut with three dots. */
export function fitVariable(value: string): string {
  const line = value.replace(/\s+/g, " ").trim()
  if (line.length <= VARIABLE_LENGTH) return line
  return `${cutText(line, VARIABLE_LENGTH - 3)}...`
}

/** The first `length` characters, without half a surrogate pair or a space at the end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\s\ud800-\udbff]+$/, "")
}
