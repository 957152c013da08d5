import { useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useOnline } from "#ui/live/online.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import type { DeviceClass } from "./register-state.ts"

type List = { head_count: number | null; complete: boolean }
type HallCountProps = {
  of: DeviceClass
  /** By the marks, with the children who were not expected. */
  heads: number
  unmarked: number
  onSay: (list: List, at?: "once") => void
}

/** The head count, which has to match the marks, and the end of the register. */
export function HallCount({ of, heads, unmarked, onSay }: HallCountProps) {
  const text = useTexts(hallTexts)
  const online = useOnline()
  const [typed, setTyped] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const shown = typed ?? of.head_count?.toString() ?? ""
  const counted = /^\d{1,3}$/.test(shown) ? Math.min(Number(shown), 500) : null
  const matches = counted === heads
  const problem =
    unmarked > 0
      ? text.unmarkedLeft(unmarked)
      : counted === null
        ? text.countFirst
        : matches
          ? null
          : text.countDiffers(counted, heads)

  function keepCount() {
    if (counted !== null && counted !== of.head_count) onSay({ head_count: counted, complete: false })
  }
  function finish() {
    setTried(problem !== null)
    if (problem === null) onSay({ head_count: counted, complete: true }, "once")
  }
  const isFinished = of.complete && problem === null
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field label={text.heads} errors={tried ? problem : null} className="basis-40">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={shown}
            onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
            onBlur={keepCount}
            className="text-xl font-semibold tabular-nums"
          />
        </Field>
        <p className={cx("pb-2.5 tabular-nums", counted !== null && !matches && "font-semibold text-danger")}>
          {[text.marked(heads), counted === null ? null : matches ? text.matches : text.differs]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {isFinished ? (
        <p role="status" data-finished className="font-semibold">
          {online ? text.finished : text.finishedWaits}
        </p>
      ) : (
        <Button size="lg" className="w-full" onClick={finish}>
          {text.finish}
        </Button>
      )}
    </Card>
  )
}
