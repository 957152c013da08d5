import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useOnline } from "#ui/live/online.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { hallTexts } from "./hall.texts.ts"
import type { HeadCount } from "./use-head-count.ts"

/** How many heads the coach counts, next to how many are marked present. */
export function HallHeads({ count }: { count: HeadCount }) {
  const text = useTexts(hallTexts)
  const { heads, shown, counted, matches } = count
  return (
    <Card>
      <div className="flex items-center gap-4">
        <Field label={text.heads} className="w-36 shrink-0">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={shown}
            onChange={(event) => count.type(event.target.value)}
            onBlur={count.keep}
            className="text-xl font-semibold tabular-nums"
          />
        </Field>
        <p
          className={cx(
            "min-w-0 pt-6 tabular-nums",
            counted !== null && !matches && "font-semibold text-danger",
          )}
        >
          {[text.marked(heads), counted === null ? null : matches ? text.matches : text.differs]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </Card>
  )
}

/** The end of the register, and what keeps it from its end. */
export function HallFinish({ count }: { count: HeadCount }) {
  const text = useTexts(hallTexts)
  const online = useOnline()
  if (count.isFinished)
    return (
      <p role="status" data-finished className="font-semibold">
        {online ? text.finished : text.finishedWaits}
      </p>
    )
  return (
    <div className="grid gap-2">
      <Button size="lg" className="w-full" onClick={count.finish}>
        {text.finish}
      </Button>
      {count.problem ? (
        <p role="alert" className="font-semibold text-danger">
          {count.problem}
        </p>
      ) : null}
    </div>
  )
}
