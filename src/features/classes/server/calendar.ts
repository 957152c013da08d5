import { createHash } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { ICalCalendarMethod, ICalEventStatus, default as ical } from "ical-generator"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { cancelReason } from "#features/classes/cancel-reason.ts"
import type { Ctx } from "#platform/context.ts"
import { type ClassViewRow, describeClass, selectClasses, visibleTo } from "./class-view.ts"
import { scheduledClasses } from "./table.ts"

/** A calendar file: iCalendar text, a strong validator, and when its content last changed. */
export type CalendarFile = { text: string; etag: string; modified: Date | null }

/**
 * Returns the calendar file of one class as the viewer may see it, or null if there is none. `origin` is the
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
 * Returns classes as an iCalendar file. Times are in UTC, so that no reader has to know our zone. Each class
 * keeps its UID, and its SEQUENCE increases with every edit.
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
    const scheduledClass = describeClass(viewer, row)
    calendar.createEvent({
      id: `class-${scheduledClass.id}@kaksha`,
      start: scheduledClass.starts_at,
      end: scheduledClass.ends_at,
      // iCalendar requires a timestamp. With the class's own, unchanged files stay identical.
      stamp: scheduledClass.updated_at,
      lastModified: scheduledClass.updated_at,
      created: row.class.created_at,
      sequence: row.class.revision,
      status: scheduledClass.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary:
        scheduledClass.status === "cancelled" ? `Cancelled: ${scheduledClass.title}` : scheduledClass.title,
      description: describe(scheduledClass),
      location: placeOf(scheduledClass, origin),
      url: addressOf(scheduledClass, origin),
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

function describe(scheduledClass: ScheduledClass): string {
  const reason = cancelReason(scheduledClass, "en")
  return [
    `with ${scheduledClass.instructor_name}`,
    reason && `Cancelled: ${reason}`,
    scheduledClass.meet_link && `Google Meet: ${scheduledClass.meet_link}`,
    scheduledClass.description,
  ]
    .filter(Boolean)
    .join("\n")
}

function addressOf(scheduledClass: ScheduledClass, origin: string): string {
  return `${origin}/class/${scheduledClass.id}`
}

function placeOf(scheduledClass: ScheduledClass, origin: string): string {
  if (scheduledClass.delivery === "online") return addressOf(scheduledClass, origin)
  return [scheduledClass.venue_name, scheduledClass.venue_address].filter(Boolean).join(", ")
}
