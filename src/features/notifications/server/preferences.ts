import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { NOTICE_TOPICS, type NoticePreferences, type NoticeTopic } from "#contract/notifications.ts"
import { setLanguage } from "#features/accounts/server/language.ts"
import { admins, students, teachers, user } from "#features/accounts/server/table.ts"
import {
  CHOSEN_CHANNELS,
  DEFAULT_CHANNELS,
  isWanted,
  type NoticeChoices,
} from "#features/notifications/rules.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { isId } from "#shared/ids.ts"
import { maskPhone } from "#shared/phone.ts"
import { listEndpoints } from "./push/devices.ts"
import { readPushKey } from "./push-keys.ts"
import { noticePreferences } from "./table.ts"

/** Somebody to notify, and their preferences. */
export type Recipient = {
  user_id: string
  name: string
  first_name: string
  email: string
  /** E.164. */
  phone: string | null
  language: MailLanguage
  choices: NoticeChoices
  key: string
}

/** Returns the people with these ids whose accounts are active, in two queries at most. */
export async function readRecipients(ctx: Ctx, ids: readonly string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({
      user_id: user.id,
      email: user.email,
      first_name: sql<string>`coalesce(${teachers.first_name}, ${students.first_name}, ${admins.first_name}, ${user.name})`,
      last_name: sql<string>`coalesce(${teachers.last_name}, ${students.last_name}, ${admins.last_name}, '')`,
      phone: sql<string | null>`coalesce(${teachers.phone}, ${students.phone}, ${admins.phone})`,
      language: user.language,
      choices: noticePreferences.choices,
      key: noticePreferences.key,
    })
    .from(user)
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(noticePreferences, eq(noticePreferences.user_id, user.id))
    .where(and(inArray(user.id, [...ids]), isNull(user.disabledAt)))
  const keys = await makeKeys(
    ctx,
    rows.filter((row) => row.key === null).map((row) => row.user_id),
  )
  return rows.map(({ last_name, ...row }) => ({
    ...row,
    name: `${row.first_name} ${last_name}`.trim(),
    language: row.language === "hi" ? ("hi" as const) : ("en" as const),
    choices: row.choices ?? {},
    key: row.key ?? keys.get(row.user_id) ?? "",
  }))
}

async function makeKeys(ctx: Ctx, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await ctx.db
    .insert(noticePreferences)
    .values(userIds.map((user_id) => ({ user_id, key: newKey() })))
    // If two requests insert at once, the first one's key is kept and both read it.
    .onConflictDoUpdate({ target: noticePreferences.user_id, set: { key: noticePreferences.key } })
    .returning({ user_id: noticePreferences.user_id, key: noticePreferences.key })
  return new Map(rows.map((row) => [row.user_id, row.key]))
}

function newKey(): string {
  return randomBytes(24).toString("base64url")
}

function topicsFrom(choices: NoticeChoices): NoticePreferences["topics"] {
  return Object.fromEntries(
    NOTICE_TOPICS.map((topic) => [
      topic,
      Object.fromEntries(CHOSEN_CHANNELS.map((channel) => [channel, isWanted(choices, topic, channel)])),
    ]),
  ) as NoticePreferences["topics"]
}

/** Returns the viewer's notification preferences and where messages go to. */
export async function readPreferences(ctx: SignedInCtx): Promise<
  NoticePreferences & {
    email: string
    phone: string | null
    whatsapp: boolean
    push: { key: string; endpoints: string[] }
  }
> {
  const [person] = await readRecipients(ctx, [ctx.viewer.user_id])
  if (!person) notFound()
  return {
    language: person.language,
    topics: topicsFrom(person.choices),
    email: person.email,
    phone: person.phone && maskPhone(person.phone),
    whatsapp: ctx.whatsapp !== null,
    push: {
      key: (await readPushKey(ctx)).public_key,
      endpoints: await listEndpoints(ctx, person.user_id),
    },
  }
}

/**
 * Saves the viewer's notification preferences. The language is saved on the account, because all messages use
 * it. Only choices that differ from the defaults are stored, so that the defaults can change later.
 */
export async function writePreferences(
  ctx: SignedInCtx,
  input: NoticePreferences,
): Promise<NoticePreferences> {
  const choices: NoticeChoices = {}
  for (const topic of NOTICE_TOPICS) {
    for (const channel of CHOSEN_CHANNELS) {
      const wanted = input.topics[topic][channel]
      if (wanted !== DEFAULT_CHANNELS[topic][channel]) choices[`${topic}.${channel}`] = wanted
    }
  }
  const { user_id } = ctx.viewer
  await inTransaction(ctx, async (tx) => {
    await setLanguage(tx, user_id, input.language)
    await tx.db
      .insert(noticePreferences)
      .values({ user_id, key: newKey(), choices })
      .onConflictDoUpdate({ target: noticePreferences.user_id, set: { choices } })
  })
  return { language: input.language, topics: topicsFrom(choices) }
}

/** Returns the address at which one click ends a person's mails on a topic, without signing in. */
export function unsubscribeUrl(
  ctx: Pick<Ctx, "address">,
  person: Pick<Recipient, "user_id" | "key">,
  topic: NoticeTopic,
): string {
  const token = `${person.user_id}.${topic}.${sign(person.key, person.user_id, topic)}`
  return `${ctx.address.replace(/\/+$/, "")}/unsubscribe?token=${token}`
}

function sign(key: string, userId: string, topic: string): string {
  return createHmac("sha256", key).update(`unsubscribe ${userId} ${topic}`).digest("base64url")
}

/**
 * Ends the mails that one of our links names; repeating it changes nothing. Throws NOT_FOUND for any other
 * link.
 */
export async function unsubscribe(ctx: Ctx, token: string): Promise<{ topic: NoticeTopic }> {
  const [userId, name, signature = ""] = token.split(".")
  const topic = NOTICE_TOPICS.find((one) => one === name)
  if (!topic || !isId(userId)) notFound()
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ key: noticePreferences.key, choices: noticePreferences.choices })
      .from(noticePreferences)
      .where(eq(noticePreferences.user_id, userId))
      .for("update")
    const expected = Buffer.from(sign(row?.key ?? "", userId, topic))
    const given = Buffer.from(signature)
    if (!row || given.length !== expected.length || !timingSafeEqual(given, expected)) notFound()
    await tx.db
      .update(noticePreferences)
      .set({ choices: { ...row.choices, [`${topic}.email`]: false } })
      .where(eq(noticePreferences.user_id, userId))
    return { topic }
  })
}
