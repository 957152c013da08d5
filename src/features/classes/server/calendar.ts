import { createHash } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { ICalCalendarMethod, ICalEventStatus, default as ical } from "ical-generator"
import type { ScheduledClass } from "#contract/classes.ts"
import type { Ctx } from "#platform/context.ts"
import { type ClassViewRow, describeClass, selectClasses, visibleTo } from "./class-view.ts"
import { scheduledClasses } from "./table.ts"

/** A calendar as it goes out: iCalendar text, a strong validator, and when anything in it last changed. */
export type CalendarFile = { text: string; etag: string; modified: Date | null }

/**
 * The calendar file of one class as the viewer may see it, or null where there is none. `origin` is the
 * product's public address.
 */
export async function readClassFile(
  ctx: Pick<Ctx, "db" | "viewer">,
  classId: string,
  origin: string,
): Promise<CalendarFile | null> {
  const [row] = await selectClasses(ctx).where(and(eq(scheduledClasses.id, classId), visibleTo(ctx.viewer)))
  return row ? writeCalendar(ctx.viewer, [row], { name: row.class.title, origin }) : null
}

/**
 * Classes as an iCalendar file. Times are written in UTC, so that no reader has to know our zone; each class
 * keeps its UID, and its SEQUENCE grows with every edit.
 */
export function writeCalendar(
  viewer: Ctx["viewer"],
  rows: readonly ClassViewRow[],
  { name, origin }: { name: string; origin: string },
): CalendarFile {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "Kaksha", product: "Classes", language: "EN" },
    ttl: 60 * 60,
  })
  for (const row of rows) {
    const session = describeClass(viewer, row)
    calendar.createEvent({
      id: `class-${session.id}@kaksha`,
      start: session.starts_at,
      end: session.ends_at,
      // Calendars ask for the moment of the file; with that of the class equal files stay equal.
      stamp: session.updated_at,
      lastModified: session.updated_at,
      created: row.class.created_at,
      sequence: row.class.revision,
      status: session.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: session.status === "cancelled" ? `Cancelled: ${session.title}` : session.title,
      description: describe(session),
      location: placeOf(session, origin),
      url: addressOf(session, origin),
    })
  }
  const text = calendar.toString()
  const etag = `"${createHash("sha256").update(text).digest("base64url")}"`
  const modified = rows.reduce<Date | null>(
    (latest, { class: { updated_at } }) => (latest && latest > updated_at ? latest : updated_at),
    null,
  )
  return { text, etag, modified }
}

function describe(session: ScheduledClass): string {
  return [
    `with ${session.instructor_name}`,
    session.cancel_reason && `Cancelled: ${session.cancel_reason}`,
    session.meet_link && `Google Meet: ${session.meet_link}`,
    session.description,
  ]
    .filter(Boolean)
    .join("\n")
}

function addressOf(session: ScheduledClass, origin: string): string {
  return `${origin}/class/${session.id}`
}

function placeOf(session: ScheduledClass, origin: string): string {
  if (session.delivery === "online") return addressOf(session, origin)
  return [session.venue_name, session.venue_address].filter(Boolean).join(", ")
}
