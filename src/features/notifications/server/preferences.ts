import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { NOTICE_TOPICS, type NoticePreferences, type NoticeTopic } from "#contract/notifications.ts"
import { setLanguage } from "#features/accounts/server/language.ts"
import { shownEmail } from "#features/accounts/server/no-mail.ts"
import { admins, guardians, officeStaff, students, teachers, user } from "#features/accounts/server/table.ts"
import {
  CHOSEN_CHANNELS,
  defaultChannels,
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
  isGuardian: boolean
  /** Gets a digest once a week instead of some messages. */
  hasDigest: boolean
  key: string
}

/** Returns the people with these ids whose accounts are active, in two queries at most. */
export async function readRecipients(ctx: Ctx, ids: readonly string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({
      user_id: user.id,
      email: user.email,
      first_name: sql<string>`coalesce(${teachers.first_name}, ${students.first_name}, ${admins.first_name}, ${officeStaff.first_name}, ${guardians.first_name}, ${user.name})`,
      last_name: sql<string>`coalesce(${teachers.last_name}, ${students.last_name}, ${admins.last_name}, ${officeStaff.last_name}, ${guardians.last_name}, '')`,
      phone: sql<
        string | null
      >`coalesce(${teachers.phone}, ${students.phone}, ${admins.phone}, ${officeStaff.phone}, ${guardians.phone})`,
      language: user.language,
      choices: noticePreferences.choices,
      isGuardian: sql<boolean>`${guardians.user_id} is not null`,
      digest_weekday: noticePreferences.digest_weekday,
      key: noticePreferences.key,
    })
    .from(user)
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(noticePreferences, eq(noticePreferences.user_id, user.id))
    .where(and(inArray(user.id, [...ids]), isNull(user.disabledAt)))
  const keys = await makeKeys(
    ctx,
    rows.filter((row) => row.key === null).map((row) => row.user_id),
  )
  return rows.map(({ last_name, digest_weekday, ...row }) => ({
    ...row,
    hasDigest: digest_weekday !== null,
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

function topicsFrom(person: Pick<Recipient, "choices" | "isGuardian">): NoticePreferences["topics"] {
  return Object.fromEntries(
    NOTICE_TOPICS.map((topic) => [
      topic,
      Object.fromEntries(CHOSEN_CHANNELS.map((channel) => [channel, isWanted(person, topic, channel)])),
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
    topics: topicsFrom(person),
    digest_weekday: await readDigestDay(ctx),
    email: shownEmail(person.email),
    phone: person.phone && maskPhone(person.phone),
    whatsapp: ctx.whatsapp !== null,
    push: {
      key: (await readPushKey(ctx)).public_key,
      endpoints: await listEndpoints(ctx, person.user_id),
    },
  }
}

async function readDigestDay(ctx: SignedInCtx): Promise<number | null> {
  const [row] = await ctx.db
    .select({ digest_weekday: noticePreferences.digest_weekday })
    .from(noticePreferences)
    .where(eq(noticePreferences.user_id, ctx.viewer.user_id))
  return row?.digest_weekday ?? null
}

/** A parent is texted about an absence in any case, if nothing else arrives, and never mailed. */
const FIXED: NoticeChoices = { "absences.sms": true, "absences.email": false }

/**
 * Saves the viewer's notification preferences. The language is saved on the account, because all messages use
 * it. Only choices that differ from the defaults are stored, so that the defaults can change later.
 */
export async function writePreferences(
  ctx: SignedInCtx,
  input: NoticePreferences,
): Promise<NoticePreferences> {
  const choices: NoticeChoices = {}
  const { user_id, role } = ctx.viewer
  const isGuardian = role === "guardian"
  for (const topic of NOTICE_TOPICS) {
    for (const channel of CHOSEN_CHANNELS) {
      const wanted = FIXED[`${topic}.${channel}`] ?? input.topics[topic][channel]
      if (wanted !== defaultChannels(topic, isGuardian)[channel]) choices[`${topic}.${channel}`] = wanted
    }
  }
  // Only guardians have what a digest tells.
  const digest_weekday = isGuardian ? input.digest_weekday : null
  const set = { choices, ...(digest_weekday !== undefined && { digest_weekday }) }
  await inTransaction(ctx, async (tx) => {
    await setLanguage(tx, user_id, input.language)
    await tx.db
      .insert(noticePreferences)
      .values({ user_id, key: newKey(), ...set })
      .onConflictDoUpdate({ target: noticePreferences.user_id, set })
  })
  return {
    language: input.language,
    topics: topicsFrom({ choices, isGuardian }),
    digest_weekday: await readDigestDay(ctx),
  }
}

/** Returns the address at which one click ends a person's mails on a topic, without signing in. */
export function unsubscribeUrl(
  ctx: Pick<Ctx, "address">,
  person: Pick<Recipient, "user_id" | "key">,
  topic: NoticeTopic | "digest",
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
export async function unsubscribe(ctx: Ctx, token: string): Promise<{ topic: NoticeTopic | "digest" }> {
  const [userId, name, signature = ""] = token.split(".")
  const topic = ([...NOTICE_TOPICS, "digest"] as const).find((one) => one === name)
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
      .set(
        topic === "digest"
          ? { digest_weekday: null }
          : { choices: { ...row.choices, [`${topic}.email`]: false } },
      )
      .where(eq(noticePreferences.user_id, userId))
    return { topic }
  })
}
