import { and, desc, eq, inArray, sql } from "drizzle-orm"
import type { NoticeTopic } from "#contract/notifications.ts"
import { isWanted, PHONE_CHANNELS, quietWaitMs } from "#features/notifications/rules.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailBody } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { timeInZone } from "#shared/time.ts"
import { plainText } from "./mail-text.ts"
import { emitNotice } from "./person-notices.ts"
import { type Recipient, readRecipients, unsubscribeUrl } from "./preferences.ts"
import { findPeopleWithDevices } from "./push/devices.ts"
import { type NoticeDraft, queueNotices, reviseNotice, withdrawNotice } from "./service.ts"
import { canText } from "./sms.ts"
import { type NextChannel, type NoticeChange, notices, personNotices } from "./table.ts"
import { templateLanguage } from "./whatsapp.ts"

export type { Recipient } from "./preferences.ts"
export type { NoticeChange } from "./table.ts"

/** `phone` is one message by the first of the channels that the person wants and that reaches a phone. */
type Way = "in_app" | "email" | "phone"
type PhoneChannel = (typeof PHONE_CHANNELS)[number]
type Channel = "in_app" | "email" | PhoneChannel

/** What one person reads, in their language. Without `mail`, `sms` or `push` none is sent. */
export type Words = {
  title: string
  text: string
  /** A path of this product. */
  href: string
  mail?: Omit<MailBody, "language" | "unsubscribeUrl">
  /** The values for the provider's template, and the same as a sentence. */
  sms?: { text: string; variables: Record<string, string> }
  /** For WhatsApp and the screen of a locked phone: nothing that the text message does not say. */
  push?: { title: string; text: string }
}

export type Telling = {
  topic: NoticeTopic
  /** The kind, such as "class-cancelled": each person gets it once per cause and channel. */
  kind: string
  cause_id: string
  /** Ids of the accounts to notify. */
  people: readonly string[]
  /** Ids of other accounts that it names. */
  about?: readonly string[]
  write(person: Recipient, change: NoticeChange): Words
  /**
   * If several changes follow each other, one notice covers them from what the person last knew to the final
   * state.
   */
  change?: NoticeChange
  channels?: readonly Way[]
  /** The queue whose job sends mails and texts, see `NoticeDraft`. */
  via?: string
  /** The earliest time to send mails and texts; without it, at once. */
  due_at?: Date
  /** It is useless after this time. */
  send_before?: Date
}

const NO_CHANGE: NoticeChange = { from: "", to: "" }
const WAYS: readonly Way[] = ["in_app", "email", "phone"]

/** What a person was last told about a cause by one channel, and whether it can still be rewritten. */
type Told = { id: string; channel: Channel; change: NoticeChange; open: boolean }

/**
 * Notifies people inside the product and, as they chose, by mail and on the phone. Must run in the transaction
 * of the cause or of a job. A notice that was already sent, by kind, cause, person and channel, is not sent
 * again.
 */
export async function tellPeople(ctx: Ctx, telling: Telling): Promise<void> {
  const people = await readRecipients(ctx, [...new Set(telling.people)])
  const told = telling.change ? await readTold(ctx, telling, people) : null
  const channelsTo = await readReach(ctx, telling, people)
  const inApp: (typeof personNotices.$inferInsert)[] = []
  const drafts: NoticeDraft[] = []
  const changed = new Set<string>()
  for (const person of people) {
    for (const way of telling.channels ?? WAYS) {
      const channels = channelsTo(person, way)
      if (channels.length === 0) continue
      const last = told && lastTold(told, person, channels)
      const change = effectiveChange(telling.change, last ?? undefined)
      if (change === null) continue
      const words = telling.write(person, change)
      const row = {
        kind: telling.change ? `${telling.kind}:${newId()}` : telling.kind,
        cause_id: telling.cause_id,
        ...(telling.change && { change }),
      }
      if (last?.open) {
        await rewrite(ctx, telling, person, { last, channels }, change, words)
        changed.add(person.user_id)
      } else if (way === "in_app") {
        const { title, text, href } = words
        const created_at = ctx.clock.now()
        const subject_ids = [...(telling.about ?? [])]
        inApp.push({
          ...row,
          id: newId(),
          person_id: person.user_id,
          subject_ids,
          title,
          text,
          href,
          created_at,
        })
      } else {
        const content = contentFor(ctx, telling, person, channels, words)
        if (content) drafts.push({ ...row, ...content })
      }
    }
  }
  for (const id of await insertPersonNotices(ctx, inApp)) changed.add(id)
  await queueNotices(ctx, drafts)
  for (const id of changed) await emitNotice(ctx, id)
}

async function insertPersonNotices(ctx: Ctx, rows: (typeof personNotices.$inferInsert)[]): Promise<string[]> {
  if (rows.length === 0) return []
  const written = await ctx.db
    .insert(personNotices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ person_id: personNotices.person_id })
  return written.map((row) => row.person_id)
}

/** Returns by which channels each person can and may be told, in the order to try them. Two queries at most. */
async function readReach(
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
    email: () => ctx.mail.configured,
  }
  return (person, way) => {
    if (way === "in_app") return [way]
    const tried = way === "phone" ? PHONE_CHANNELS : ([way] as const)
    return tried.filter((channel) => isWanted(person.choices, topic, channel) && reaches[channel](person))
  }
}

function addressOf(person: Recipient, channel: Channel): string {
  if (channel === "in_app" || channel === "push") return person.user_id
  return channel === "email" ? person.email : (person.phone ?? "")
}

/** Returns what was said last by any of these channels: what can still be rewritten, else the newest. */
function lastTold(
  told: Map<string, Told>,
  person: Recipient,
  channels: readonly Channel[],
): Told | undefined {
  const found = channels.flatMap((channel) => told.get(`${channel} ${addressOf(person, channel)}`) ?? [])
  // Ids sort by time.
  found.sort((one, other) => (one.id < other.id ? 1 : -1))
  return found.find((one) => one.open) ?? found[0]
}

/** Returns a notice by the first of these channels that has words for it, and by the others if that fails. */
function contentFor(
  ctx: Ctx,
  telling: Telling,
  person: Recipient,
  channels: readonly Channel[],
  words: Words,
) {
  const { via, send_before } = telling
  const common = {
    subject_ids: [person.user_id, ...(telling.about ?? [])],
    recipient_name: person.name,
    held: null,
    ...(via && { via }),
    ...(send_before && { send_before }),
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
  const leftMs = send_before && send_before.getTime() - due.getTime()
  const due_at = new Date(due.getTime() + quietWaitMs(timeInZone(due, ctx.env.TIME_ZONE), leftMs, hours))
  return { ...common, ...first, next, due_at }
}

function onPhone(ctx: Ctx, person: Recipient, channel: Channel, words: Words): NextChannel | null {
  const recipient = addressOf(person, channel)
  if (channel === "sms" && words.sms) return { channel, recipient, ...words.sms }
  if (!words.push) return null
  const { title, text } = words.push
  if (channel === "whatsapp") {
    const language = templateLanguage(ctx.env, person.language)
    return { channel, recipient, text: `${title}. ${text}`, variables: { language, what: title, when: text } }
  }
  if (channel !== "push") return null
  return { channel, recipient, text, variables: { title, href: words.href } }
}

/** Returns the change from what the person last knew to now; null when they know already. */
function effectiveChange(change: NoticeChange | undefined, last: Told | undefined): NoticeChange | null {
  if (!change) return NO_CHANGE
  if (!last) return change.from === change.to ? null : change
  if (last.change.to === change.to) return null
  return { from: last.open ? last.change.from : last.change.to, to: change.to }
}

/** Rewrites what was not sent yet. If a change was undone there is nothing to report. */
async function rewrite(
  ctx: Ctx,
  telling: Telling,
  person: Recipient,
  { last: { id, channel }, channels }: { last: Told; channels: readonly Channel[] },
  change: NoticeChange,
  words: Words,
): Promise<void> {
  const undone = change.from === change.to
  if (channel !== "in_app") {
    // It stays on its channel: those before it have failed.
    const content = contentFor(ctx, telling, person, channels.slice(channels.indexOf(channel)), words)
    // A withdrawn notice keeps its change, so that a later change continues from there.
    if (undone) await withdrawNotice(ctx, id, { code: "change-undone" })
    if (content) await reviseChange(ctx, id, change, undone ? null : content)
  } else if (undone) {
    await ctx.db.delete(personNotices).where(eq(personNotices.id, id))
  } else {
    const { title, text, href } = words
    await ctx.db
      .update(personNotices)
      .set({ title, text, href, change, created_at: ctx.clock.now() })
      .where(eq(personNotices.id, id))
  }
}

async function reviseChange(
  ctx: Ctx,
  id: string,
  change: NoticeChange,
  content: ReturnType<typeof contentFor>,
): Promise<void> {
  if (content) {
    const { channel: _, recipient: __, ...rest } = content
    await reviseNotice(ctx, id, { ...rest, change })
  } else await ctx.db.update(notices).set({ change }).where(eq(notices.id, id))
}

/**
 * Returns what each person was last told by each channel, locked so that none of it is sent meanwhile. Two
 * queries.
 */
async function readTold(ctx: Ctx, telling: Telling, people: Recipient[]): Promise<Map<string, Told>> {
  const prefix = `${telling.kind}:%`
  const sent = await ctx.db
    .select({
      id: notices.id,
      channel: notices.channel,
      recipient: notices.recipient,
      status: notices.status,
      change: notices.change,
    })
    .from(notices)
    .where(and(eq(notices.cause_id, telling.cause_id), sql`${notices.kind} like ${prefix}`))
    .orderBy(desc(notices.created_at), desc(notices.id))
    .for("update")
  const shown = await ctx.db
    .select({
      id: personNotices.id,
      recipient: personNotices.person_id,
      read_at: personNotices.read_at,
      change: personNotices.change,
    })
    .from(personNotices)
    .where(
      and(
        eq(personNotices.cause_id, telling.cause_id),
        sql`${personNotices.kind} like ${prefix}`,
        inArray(
          personNotices.person_id,
          people.map((person) => person.user_id),
        ),
      ),
    )
    .orderBy(desc(personNotices.created_at), desc(personNotices.id))
    .for("update")
  const told = new Map<string, Told>()
  const note = (
    channel: Channel,
    one: { id: string; recipient: string; change: NoticeChange | null },
    open: boolean,
  ) => {
    const key = `${channel} ${one.recipient}`
    if (one.change && !told.has(key)) told.set(key, { id: one.id, channel, change: one.change, open })
  }
  for (const one of sent)
    note(one.channel as Channel, one, one.status === "queued" || one.status === "withdrawn")
  for (const one of shown) note("in_app", one, one.read_at === null)
  return told
}
