import { createContext, use, useEffect, useRef, useState } from "react"
import type { Waiting } from "#contract/attendance/waiting.ts"
import type { Role } from "#shared/roles.ts"
import { ask } from "../live/ask.ts"
import { useLiveTopics } from "../live/live.ts"

/** Changes within this time lead to one request. */
const QUIET_MS = 1_000

/** What else changes the counts, beside what pages load again for. Staff hear of the classes that are theirs. */
const TOPICS: Record<Role, string[]> = {
  student: ["person.notice:me"],
  instructor: ["person.notice:me", "class.notices:*"],
  guardian: ["person.changed:me"],
  office: ["upi.claimed:*"],
  admin: ["class.notices:*", "upi.claimed:*"],
}

/** How much waits for the viewer, as the navigation shows it; null where it could not be counted. */
export const WaitingContext = createContext<Waiting | null>(null)

export function useWaiting(): Waiting | null {
  return use(WaitingContext)
}

/** Null where there is no answer: the next change or page brings it. */
async function readWaiting(): Promise<Waiting | null> {
  try {
    return await (await ask("/my/waiting")).json()
  } catch {
    return null
  }
}

/** Returns the counts that came with the page, kept up to date without loading the page again. */
export function useLiveWaiting(loaded: Waiting | null, role: Role): Waiting | null {
  const [told, setTold] = useState<{ of: Waiting | null; counts: Waiting } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveTopics(TOPICS[role], {
    apply() {
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const counts = await readWaiting()
        if (counts) setTold({ of: loaded, counts })
      }, QUIET_MS)
      return true
    },
  })
  return told?.of === loaded && told ? told.counts : loaded
}
