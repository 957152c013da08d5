import { and, eq, inArray, isNull } from "drizzle-orm"
import { guardians, user } from "#features/accounts/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { isWanted, PHONE_CHANNELS } from "#features/notifications/rules.ts"
import type { Ctx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { type NextChannel, noticePreferences } from "../table.ts"
import { templateLanguage } from "../whatsapp.ts"
import { findPeopleWithDevices } from "./devices.ts"

/** The account behind a parent's number, and how it wants to hear of absences besides the text. */
export type ParentReach = {
  user_id: string
  language: MailLanguage
  push: boolean
  whatsapp: boolean
  /** The students of whom this person is told. */
  children: ReadonlySet<string>
}

/** What a parent reads about an absence or a correction, by channel. */
export type ParentWords = {
  sms: { text: string; variables: Record<string, string> }
  /** For the screen of a locked phone: without names. */
  push: { title: string; text: string; href: string; variables?: Record<string, string> }
  /** As a sentence, and the values of the template by name. */
  whatsapp: { text: string; variables: Record<string, string> }
}

/** Returns the accounts behind parents' numbers, by number. Two queries. */
export async function readParentReach(
  ctx: Pick<Ctx, "db" | "env" | "whatsapp">,
  phones: readonly string[],
): Promise<Map<string, ParentReach>> {
  if (phones.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      phone: guardians.phone,
      user_id: user.id,
      language: user.language,
      choices: noticePreferences.choices,
      child: guardianOf.student_id,
    })
    .from(guardians)
    .innerJoin(user, eq(user.id, guardians.user_id))
    .innerJoin(guardianOf, and(eq(guardianOf.guardian_id, user.id), holds("told")))
    .leftJoin(noticePreferences, eq(noticePreferences.user_id, user.id))
    .where(and(inArray(guardians.phone, [...phones]), isNull(user.disabledAt)))
  const withDevices = await findPeopleWithDevices(
    ctx,
    rows.map((row) => row.user_id),
  )
  const canWhatsApp = ctx.whatsapp !== null && ctx.env.WHATSAPP_TEMPLATE_ABSENCE !== undefined
  return new Map(
    [...Map.groupBy(rows, (row) => row.phone)].flatMap(([phone, group]) => {
      const [row] = group
      if (!row || phone === null) return []
      const parent = { choices: row.choices ?? {}, isGuardian: true }
      const reach: ParentReach = {
        user_id: row.user_id,
        language: row.language === "hi" ? "hi" : "en",
        push: isWanted(parent, "absences", "push") && withDevices.has(row.user_id),
        whatsapp: isWanted(parent, "absences", "whatsapp") && canWhatsApp,
        children: new Set(group.map(({ child }) => child)),
      }
      return [[phone, reach] as const]
    }),
  )
}

/**
 * Returns by which channels a parent's number is told, in the order to try them: those that its owner chose, if
 * they are the guardian of every student named, and the text at the end, whatever they chose. `waitsOn` is the
 * channel on which a notice waits already, which stays among them.
 */
export function parentChain(
  env: Ctx["env"],
  phone: string,
  { reach, named, waitsOn }: { reach: ParentReach | undefined; named: readonly string[]; waitsOn?: string },
  write: (language: MailLanguage) => ParentWords,
): [NextChannel, ...NextChannel[]] {
  const isGuardian = reach !== undefined && named.every((id) => reach.children.has(id))
  const words = write(reach?.language ?? "en")
  const wants = (channel: "push" | "whatsapp") => channel === waitsOn || (isGuardian && reach[channel])
  const chosen = PHONE_CHANNELS.flatMap((channel): NextChannel[] => {
    if (channel === "sms" || !reach || !wants(channel)) return []
    if (channel === "push") {
      const { title, text, href, variables } = words.push
      return [{ channel, recipient: reach.user_id, text, variables: { title, href, phone, ...variables } }]
    }
    const language = templateLanguage(env, reach.language)
    const { text, variables } = words.whatsapp
    return [{ channel, recipient: phone, text, variables: { ...variables, language } }]
  })
  const sms: NextChannel = { channel: "sms", recipient: phone, ...words.sms }
  const [first, ...rest] = chosen
  return first ? [first, ...rest, sms] : [sms]
}
