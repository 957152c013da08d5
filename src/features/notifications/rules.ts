import type { NoticeTopic } from "#contract/notifications.ts"
import { HOUR, MINUTE } from "#shared/time.ts"

/** The channels that a person chooses; what is told inside the product is always told. */
export type ChosenChannel = "email" | "sms"

/** What is sent to somebody who chose nothing: a text message only where a wasted journey is at stake. */
export const DEFAULT_CHANNELS: Record<NoticeTopic, Record<ChosenChannel, boolean>> = {
  class_changes: { email: true, sms: true },
  seats: { email: true, sms: false },
  demo_requests: { email: true, sms: false },
  reminders: { email: true, sms: false },
  one_on_one: { email: true, sms: false },
}

/** What differs from the defaults, by "topic.channel". */
export type NoticeChoices = Record<string, boolean>

/** Whether a person wants to be told of a topic by a channel. */
export function isWanted(choices: NoticeChoices, topic: NoticeTopic, channel: ChosenChannel): boolean {
  return choices[`${topic}.${channel}`] ?? DEFAULT_CHANNELS[topic][channel]
}

/** Texts rest from 21:00 to 09:00, the institution's wall-clock. */
export const QUIET_HOURS = { from: 21, to: 9 } as const

/**
 * How long a text message that is due at a wall-clock time (HH:MM) waits for the end of the quiet hours, in ms:
 * not at all by day, and not where it would be of no use after, `leftMs` being how long it is.
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

/** A tagged variable of an Indian DLT template holds 30 characters unless the template says otherwise. */
const VARIABLE_LENGTH = 30

/** A value that a template's variable takes: one line, at most 30 characters, cut with three dots. */
export function fitVariable(value: string): string {
  const line = value.replace(/\s+/g, " ").trim()
  if (line.length <= VARIABLE_LENGTH) return line
  return `${cutText(line, VARIABLE_LENGTH - 3)}...`
}

/** The first `length` characters, without half a surrogate pair or a space at the end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\s\ud800-\udbff]+$/, "")
}
