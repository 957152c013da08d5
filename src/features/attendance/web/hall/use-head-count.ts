import { useState } from "react"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import { type DeviceClass, headsOf } from "./register-state.ts"

const MOST_HEADS = 500

type List = { head_count: number | null; complete: boolean }

/** The head count of a class as it is typed, whether it matches the marks, and whether the register can end. */
export function useHeadCount(of: DeviceClass, onSay: (list: List, at?: "once") => void) {
  const text = useTexts(hallTexts)
  const [typed, setTyped] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const heads = headsOf(of)
  const unmarked = of.students.filter(({ state }) => state === null).length
  const shown = typed ?? of.head_count?.toString() ?? ""
  const counted = /^\d{1,3}$/.test(shown) ? Math.min(Number(shown), MOST_HEADS) : null
  const problem =
    unmarked > 0
      ? text.unmarkedLeft(unmarked)
      : counted === null
        ? text.countFirst
        : counted === heads
          ? null
          : text.countDiffers(counted, heads)
  return {
    ...{ heads, shown, counted, matches: counted === heads },
    /** What keeps the register from its end, once somebody tried to end it. */
    problem: tried ? problem : null,
    isFinished: of.complete && problem === null,
    type: (value: string) => setTyped(value.replace(/\D/g, "")),
    keep() {
      if (counted !== null && counted !== of.head_count) onSay({ head_count: counted, complete: false })
    },
    finish() {
      setTried(problem !== null)
      if (problem === null) onSay({ head_count: counted, complete: true }, "once")
    },
  }
}

export type HeadCount = ReturnType<typeof useHeadCount>
