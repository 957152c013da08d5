import type { ScheduledClass } from "#contract/classes.ts"

/** A class as a list shows it: beside it the short name of the institution's zone at its start, such as IST. */
export type ListedClass = ScheduledClass & { zone_name: string }

/** Names the zone on the server, because browsers know different short names. */
export function listClass(session: ScheduledClass, zone: string): ListedClass {
  const parts = new Intl.DateTimeFormat("en-IN", { timeZone: zone, timeZoneName: "short" }).formatToParts(
    session.starts_at,
  )
  return { ...session, zone_name: parts.find((part) => part.type === "timeZoneName")?.value ?? zone }
}

export type ClassDay = { date: string; classes: ListedClass[] }

/** Classes by their day, in the order they come. */
export function groupByDay(classes: readonly ListedClass[]): ClassDay[] {
  const days: ClassDay[] = []
  for (const session of classes) {
    const last = days.at(-1)
    if (last?.date === session.scheduled_date) last.classes.push(session)
    else days.push({ date: session.scheduled_date, classes: [session] })
  }
  return days
}
