import { useEffect, useState } from "react"
import type { CentreCodes } from "#contract/attendance/check-ins.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { browserApi } from "#ui/client.ts"
import { codeAt, keepCodes, type ShownCode } from "./code-at.ts"

/** How often the codes are asked for again. They reach for an hour, so that an outage between is not seen. */
const ASK_EVERY_MS = 5 * MINUTE

/** The code that a venue's screen shows now. Goes on through an hour without a network; null after that. */
export function useCentreCode(venue: string, first: Pick<CentreCodes, "now" | "codes">): ShownCode {
  const [known, setKnown] = useState(() => keepCodes(first))
  // The first picture is the server's: of its clock.
  const [shown, setShown] = useState<ShownCode>(() =>
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
      if (answer) setKnown(keepCodes(answer))
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
