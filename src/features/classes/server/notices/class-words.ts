import { sql } from "drizzle-orm"
import { classPath } from "#features/classes/addresses.ts"
import { type NoticeText, when } from "#features/classes/notice-texts.ts"
import { fitVariable } from "#features/notifications/rules.ts"
import type { Recipient, Words } from "#features/notifications/server/tell.ts"
import type { Ctx } from "#platform/context.ts"
import { formatDate, formatTime, MINUTE } from "#shared/time.ts"
import { classWaitlist } from "../seat-tables.ts"
import { listRoster } from "../service.ts"
import { classEnrollments, demoClassRequests } from "../table.ts"
import type { NoticedClass } from "./notice-facts.ts"

/** The queue that checks again whether a notice about a class is still true, and sends it then. */
export const SEND_CLASS_NOTICE = "classes.send-notice"

/** How long mails and texts about a change wait, because mistakes are often corrected at once. */
export const SETTLING_MS = MINUTE

/** How long people may wait at the door of a class that should have begun. */
const AT_DOOR_MS = 10 * MINUTE

type Times = Pick<NoticedClass, "starts_at" | "ends_at">

/**
 * Returns when people need to know of a change to save a journey: at the first start of a class that isn't over. Of
 * one that has begun they need to know at once. Undefined if all are over.
 */
export function neededBefore({ clock }: Pick<Ctx, "clock">, classes: readonly Times[]): Date | undefined {
  const now = clock.now()
  const starts = classes.filter(({ ends_at }) => ends_at > now).map(({ starts_at }) => starts_at.getTime())
  if (starts.length === 0) return undefined
  return new Date(Math.max(Math.min(...starts), now.getTime() + AT_DOOR_MS))
}

/** Returns a notice's text for every channel: bell, mail with calendar file, locked phone, text message. */
export function wordsFor(
  ctx: Pick<Ctx, "address" | "brand">,
  row: NoticedClass,
  person: Recipient,
  notice: NoticeText,
  href = classPath(row.id),
): Words {
  const { facts } = row
  const url = (path: string) => `${ctx.address.replace(/\/+$/, "")}${path}`
  const hello = person.language === "en" ? `Hello ${person.first_name},` : `नमस्ते ${person.first_name},`
  const calendar = person.language === "en" ? "Add to your calendar" : "कैलेंडर में जोड़ें"
  const date = formatDate(facts.date)
    .replace(/^\p{L}+, /u, "")
    .replace(",", "")
  return {
    title: notice.title,
    text: notice.text,
    href,
    mail: {
      subject: notice.title,
      paragraphs: [hello, notice.text, ...notice.more],
      button: { label: notice.button, url: url(href) },
      ...(row.status !== "cancelled" && {
        links: [{ label: calendar, url: url(`${classPath(row.id)}/calendar.ics`) }],
      }),
    },
    push: {
      title: notice.lockScreenTitle ?? notice.title,
      text: when(facts, person.language),
    },
    sms: {
      text: `${facts.title} (${date}, ${formatTime(facts.start)}): ${notice.change}. - ${ctx.brand.name}`,
      // Templates are approved for one language at a time; ours is English.
      variables: {
        studentName: fitVariable(person.name),
        className: fitVariable(facts.title),
        classDate: date,
        classTime: fitVariable(formatTime(facts.start)),
        change: fitVariable(notice.change),
      },
    },
  }
}

/** Lists everyone with a seat, and the instructors who teach or own the class. */
export async function listConcerned(
  ctx: Pick<Ctx, "db" | "clock" | "env">,
  row: NoticedClass,
): Promise<string[]> {
  const roster = await listRoster(ctx, row.id)
  return [...roster.map((one) => one.student_id), ...instructorsOf(row)]
}

/** Returns who teaches a class and, if that is a substitute, who owns it. */
export function instructorsOf(row: NoticedClass): string[] {
  return [row.instructor_id, ...(row.substitutes_for ? [row.substitutes_for] : [])]
}

/**
 * Lists everyone with a seat in any of these classes or waiting for one or for the answer to a request, and
 * the instructors. One query for any number of classes.
 */
export async function listAffected(
  ctx: Pick<Ctx, "db">,
  classes: readonly NoticedClass[],
): Promise<string[]> {
  const ids = sql`${sql.param(classes.map((row) => row.id))}::uuid[]`
  const { rows } = await ctx.db.execute<{ student_id: string }>(sql`
    select student_id from ${classEnrollments} where class_id = any(${ids})
    union
    select student_id from ${classWaitlist} where class_id = any(${ids})
    union
    select student_id from ${demoClassRequests} where class_id = any(${ids}) and status in ('pending', 'approved')`)
  return [...new Set([...classes.flatMap(instructorsOf), ...rows.map((one) => one.student_id)])]
}
