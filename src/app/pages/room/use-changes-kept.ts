import { useCallback, useEffect, useState } from "react"
import { useRevalidator } from "react-router"
import { CLASS_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { useLiveTopics } from "#ui/live/live.ts"

const OF_STAFF = [
  ...CLASS_CHANGES,
  "class.seats",
  "class.attendance",
  "class.presence",
  "class.room",
  "class.recordings",
] as const

/**
 * Keeps the page's data fresh once the room is open: the stream of changes must not delay the picture. Staff
 * also follow the register. Returns a function to call once inside.
 */
export function useChangesKept(classId: string, isStaff: boolean): () => void {
  const [inside, setInside] = useState(false)
  const { revalidate } = useRevalidator()
  const shown = isStaff ? OF_STAFF : CLASS_CHANGES
  useLiveTopics(inside ? [...topicOfChanges(shown, [classId]), ...OWN_CHANGES] : [])
  // What happened between the page's own data and the stream.
  useEffect(() => {
    if (inside) void revalidate()
  }, [inside, revalidate])
  return useCallback(() => setInside(true), [])
}
