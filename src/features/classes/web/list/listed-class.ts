import type { ScheduledClass } from "#contract/classes/classes.ts"
import { nameOfZone } from "#shared/time.ts"

/** A class for a list, with the short name of the institution's zone at its start, such as IST. */
export type ListedClass = ScheduledClass & { zone_name: string }

/** Adds the zone's name on the server, because browsers know different short names. */
export function listClass(scheduledClass: ScheduledClass, zone: string): ListedClass {
  return { ...scheduledClass, zone_name: nameOfZone(scheduledClass.starts_at, zone) }
}

export type ClassDay = { date: string; classes: ListedClass[] }

/** Groups classes by day, in their order. */
export function groupByDay(classes: readonly ListedClass[]): ClassDay[] {
  const days: ClassDay[] = []
  for (const scheduledClass of classes) {
    const last = days.at(-1)
    if (last?.date === scheduledClass.scheduled_date) last.classes.push(scheduledClass)
    else days.push({ date: scheduledClass.scheduled_date, classes: [scheduledClass] })
  }
  return days
}
