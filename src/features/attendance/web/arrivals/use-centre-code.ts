import { useEffect, useState } from "react"
import type { CentreCodes } from "#contract/attendance/check-ins.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { browserApi } from "#ui/client.ts"

/** How often the codes are asked for again. They reach for an hour, so that an outage between is not seen. */
const ASK_EVERY_MS = 5 * MINUTE

type Known = { offsetMs: number; codes: readonly { code: string; from: number }[] }
type Shown = { code: string | null; secondsLeft: number }

function keep({
  now,
  codes,
}: {
  now: Date | string
  codes: readonly { code: string; from: Date | string }[]
}): Known {
  return {
    offsetMs: new Date(now).getTime() - Date.now(),
    codes: codes.map(({ code, from }) => ({ code, from: new Date(from).getTime() })),
  }
}

/** Returns the code of the minute by the server's clock, and for how many seconds it is shown. */
export function codeAt({ offsetMs, codes }: Known, deviceNow: number): Shown {
  const now = deviceNow + offsetMs
  const one = codes.find(({ from }) => from <= now && now < from + MINUTE)
  return one
    ? { code: one.code, secondsLeft: Math.ceil((one.from + MINUTE - now) / SECOND) }
    : { code: null, secondsLeft: 0 }
}

/** The code that a venue's screen shows now. Goes on through an hour without a network; null after that. */
export function useCentreCode(venue: string, first: Pick<CentreCodes, "now" | "codes">): Shown {
  const [known, setKnown] = useState(() => keep(first))
  // The first picture is the server's: of its clock.
  const [shown, setShown] = useState<Shown>(() =>
    codeAt({ ...known, offsetMs: 0 }, new Date(first.now).getTime()),
  )
  useEffect(() => {
    const tick = () => setShown(codeAt(known, Date.now()))
    tick()
    const timer = setInterval(tick, SECOND)
    return () => clearInterval(timer)
  }, [known])
  useEffect(() => {
    async function ask() {
      // Without an answer the screen goes on with what it has.
      const answer = await browserApi()
        .attendance.centreCodes(venue === "" ? {} : { venue })
        .catch(() => null)
      if (answer) setKnown(keep(answer))
    }
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    const online = () => void ask()
    window.addEventListener("online", online)
    return () => {
      clearInterval(timer)
      window.removeEventListener("online", online)
    }
  }, [venue])
  return shown
}
