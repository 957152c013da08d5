import { useCallback, useState } from "react"
import type { ClassNow, DayNow } from "#shared/changes.ts"
import { isSettled, type ListChange, type Listed, withNow } from "../list-changes.ts"
import type { ListedClass } from "./listed-class.ts"

type Figures = { live: number; upcoming: number; students: number }
type Heard = { classes: ReadonlyMap<string, ClassNow>; days: ReadonlyMap<string, DayNow> }

/**
 * What was heard of the classes and days of a list since it was loaded, so that a change costs no page. `loaded` is
 * the server's time of that.
 */
export function useListChanges(loaded: Date) {
  const [heard, setHeard] = useState<Heard>({ classes: new Map(), days: new Map() })
  const since = loaded.getTime()

  /** Takes a change in. Returns whether that is all that the list needs. */
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
  const classNow = (session: ListedClass) => withNow(session, heard.classes.get(session.id), since)
  return { take, figuresOf, classNow }
}
