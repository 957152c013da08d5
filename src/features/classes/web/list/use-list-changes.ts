import { useCallback, useState } from "react"
import type { ClassNow, DayNow } from "#shared/changes.ts"
import { isSettled, type ListChange, type Listed, withNow } from "../../list-changes.ts"
import type { ListedClass } from "./listed-class.ts"

type Figures = { live: number; upcoming: number; students: number; seats: number }
type Heard = { classes: ReadonlyMap<string, ClassNow>; days: ReadonlyMap<string, DayNow> }

/**
 * Keeps the changes of a list's classes and days since it was loaded, so that a change need not reload the
 * page. `loaded` is the server's time then.
 */
export function useListChanges(loaded: Date) {
  const [heard, setHeard] = useState<Heard>({ classes: new Map(), days: new Map() })
  const since = loaded.getTime()

  /** Applies a change. Returns whether the list needs nothing else. */
  const take = useCallback((change: ListChange, listed: Listed): boolean => {
    const { id, now } = change
    if (now && "status" in now) {
      setHeard((before) => ({ ...before, classes: new Map(before.classes).set(id, now) }))
    } else if (now && "live" in now) {
      setHeard((before) => ({ ...before, days: new Map(before.days).set(id, now) }))
    }
    return isSettled(change, listed)
  }, [])

  const figuresOf = (date: string, stats: Figures): Figures => {
    const now = heard.days.get(date)
    return now && now.at >= since ? now : stats
  }
  const classNow = (scheduledClass: ListedClass) =>
    withNow(scheduledClass, heard.classes.get(scheduledClass.id), since)
  return { take, figuresOf, classNow }
}
