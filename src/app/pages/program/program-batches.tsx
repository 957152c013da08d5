import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { ENROL_FORM } from "./enrol-form.ts"
import { partsTexts } from "./program-parts.texts.ts"
import type { ToldBatch } from "./told-batches.server.ts"

interface BatchesProps {
  batches: readonly ToldBatch[]
  /** The reader has nothing to choose: they are enrolled, or can't enrol. */
  isFixed: boolean
}

/** The choice of a batch, a part of the form that enrols. */
export function ProgramBatches({ batches, isFixed }: BatchesProps) {
  const text = useTexts(partsTexts)
  const Row = isFixed ? "div" : "label"
  const first = batches.find(({ full }) => !full) ?? batches[0]
  return (
    <fieldset id="batches" className="grid scroll-mt-24 gap-4">
      <legend className="mb-1 text-heading font-semibold">{text.batches}</legend>
      {isFixed ? null : <p className="text-ink-muted">{text.batchesText}</p>}
      <div className="grid gap-3">
        {batches.map((batch) => (
          <div
            key={batch.id}
            data-batch={batch.id}
            className={cx(
              "rounded-card border border-line bg-surface",
              !isFixed &&
                "transition-colors hover:border-ink-muted has-checked:border-primary has-checked:bg-primary-tint",
            )}
          >
            <Row
              className={cx(
                "grid items-start gap-x-3 gap-y-1 px-4 pt-4 pb-1 sm:grid-cols-[auto_1fr_auto]",
                !isFixed && "cursor-pointer grid-cols-[auto_1fr]",
              )}
            >
              {isFixed ? null : (
                <input
                  type="radio"
                  name="batch"
                  value={batch.id}
                  form={ENROL_FORM}
                  defaultChecked={batch.id === first?.id}
                  className="mt-1 size-5 accent-primary"
                />
              )}
              <span className={cx("grid gap-0.5", isFixed && "sm:col-span-2")}>
                <span className="font-semibold">{batch.when}</span>
                <span className="text-[0.9375rem] text-ink-muted">
                  {batch.next} · {batch.until}
                </span>
                <span className="text-[0.9375rem] text-ink-muted">{batch.by}</span>
              </span>
              <span
                className={cx(
                  "text-[0.9375rem] font-semibold tabular-nums sm:col-start-3",
                  !isFixed && "col-start-2",
                  batch.full ? "text-warning" : "text-success",
                )}
              >
                {batch.seats}
              </span>
            </Row>
            <details className={cx("px-4 pb-2", !isFixed && "pl-12")}>
              <summary className="flex min-h-9 w-fit items-center text-[0.9375rem] font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2">
                {text.allDates}
              </summary>
              <ul className="flex flex-wrap gap-1.5 pt-1 pb-2 text-sm tabular-nums">
                {batch.dates.map((date) => (
                  <li key={date} className="rounded-sm border border-line bg-surface px-2 py-0.5">
                    {date}
                  </li>
                ))}
              </ul>
            </details>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
