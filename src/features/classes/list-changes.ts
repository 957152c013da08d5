import type { ScheduledClass } from "#contract/classes/classes.ts"
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
  /** The class named in the address. */
  chosen: { id: string } | null
  filters: { date: string; curriculum: string; class_type: string }
}
export type ListChange = { name: string; id: string; now?: ClassNow | DayNow | Listing }

const LISTED = [...CLASS_CHANGES, "class.seats"] as const satisfies readonly EventName[]

/** Returns the topics for changes of the classes shown. */
export function followClasses(classes: readonly { id: string }[]): string[] {
  return topicOfChanges(
    LISTED,
    classes.map(({ id }) => id),
  )
}

/**
 * Returns the topics for classes added to the date of a list, or to the next days if it has no date, and for
 * the figures of its day. Classes added to later days show on the next visit.
 */
export function followDays(date: string, next: readonly string[]): string[] {
  const days = date ? [date] : next
  return [...topicOfChanges(["day.classes"], days), ...topicOfChanges(["day.figures"], days.slice(0, 1))]
}

/** Whether the list can show a change from the event alone, so that nothing has to be loaded. */
export function isSettled(change: ListChange, { classes, chosen, filters }: Listed): boolean {
  if (change.name === "day.figures") return true
  if (change.name === "day.classes") return !isListed(change.now, filters)
  if (!change.name.startsWith("class.")) return false
  const scheduledClass = classes.find(({ id }) => id === change.id)
  if (!scheduledClass) return true
  if (!change.now || !("status" in change.now)) return false
  const { standing } = scheduledClass
  switch (change.name) {
    case "class.started":
      return true
    case "class.seats":
      // Only the server knows how a waitlist position changes.
      return scheduledClass.waitlist_position === null && standing !== "pending" && standing !== "waiting"
    case "class.ended":
      // What remains of its room after the class is loaded with the page.
      return chosen?.id !== scheduledClass.id
    case "class.cancelled":
      // The reason is only shown to the people concerned.
      return standing === "none" && !scheduledClass.editable
    default:
      return false
  }
}

/** Whether a class that was added to a day matches these filters. */
function isListed(listing: ListChange["now"], { curriculum, class_type }: Listed["filters"]): boolean {
  if (!listing || !("curriculum" in listing)) return true
  return (
    (!curriculum || curriculum === listing.curriculum) && (!class_type || class_type === listing.class_type)
  )
}

/**
 * Returns a class with later changes applied. `loaded` is when the class was loaded, in epoch milliseconds.
 */
export function withNow<T extends ScheduledClass>(
  scheduledClass: T,
  now: ClassNow | undefined,
  loaded: number,
): T {
  if (!now || now.at < loaded) return scheduledClass
  const { at: _, ...shown } = now
  return { ...scheduledClass, ...shown }
}
