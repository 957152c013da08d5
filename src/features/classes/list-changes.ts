import type { ScheduledClass } from "#contract/classes.ts"
import {
  CLASS_CHANGES,
  type ClassNow,
  type DayNow,
  type EventName,
  type Listing,
  topicOfChanges,
} from "#shared/changes.ts"

/** What a list of classes shows. */
export type Listed = {
  classes: readonly ScheduledClass[]
  /** The class that the address names. */
  chosen: { id: string } | null
  filters: { date: string; curriculum: string; class_type: string }
}
export type ListChange = { name: string; id: string; now?: ClassNow | DayNow | Listing }

const LISTED = [...CLASS_CHANGES, "class.seats"] as const satisfies readonly EventName[]

/** The changes of the classes shown. */
export function followClasses(classes: readonly { id: string }[]): string[] {
  return topicOfChanges(
    LISTED,
    classes.map(({ id }) => id),
  )
}

/**
 * Classes that come to the date of a list, or to the next days where it has none, and the figures of its day. What
 * comes to a later day is seen on the next visit.
 */
export function followDays(date: string, next: readonly string[]): string[] {
  const days = date ? [date] : next
  return [...topicOfChanges(["day.classes"], days), ...topicOfChanges(["day.figures"], days.slice(0, 1))]
}

/** Whether a change is all that a list has to show of itself, so that nothing needs to be loaded. */
export function isSettled(change: ListChange, { classes, chosen, filters }: Listed): boolean {
  if (change.name === "day.figures") return true
  if (change.name === "day.classes") return !isListed(change.now, filters)
  if (!change.name.startsWith("class.")) return false
  const session = classes.find(({ id }) => id === change.id)
  if (!session) return true
  if (!change.now || !("status" in change.now)) return false
  const { standing } = session
  switch (change.name) {
    case "class.started":
      return true
    case "class.seats":
      // Whose place in line it is only the server knows.
      return session.line_place === null && standing !== "pending" && standing !== "waiting"
    case "class.ended":
      // What is left of its room comes with the page.
      return chosen?.id !== session.id
    case "class.cancelled":
      // The reason is told to those whom it concerns.
      return standing === "none" && !session.editable
    default:
      return false
  }
}

/** Whether a class that came to a day is in a list with these filters. */
function isListed(listing: ListChange["now"], { curriculum, class_type }: Listed["filters"]): boolean {
  if (!listing || !("curriculum" in listing)) return true
  return (
    (!curriculum || curriculum === listing.curriculum) && (!class_type || class_type === listing.class_type)
  )
}

/** A class with what was heard of it since it was loaded, at `loaded` in epoch milliseconds. */
export function withNow<T extends ScheduledClass>(session: T, now: ClassNow | undefined, loaded: number): T {
  if (!now || now.at < loaded) return session
  const { at: _, ...shown } = now
  return { ...session, ...shown }
}
