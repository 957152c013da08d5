import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

/** Where the buyer is: 0 checks the price, 1 pays, 2 is done. */
export function Steps({ at }: { at: 0 | 1 | 2 }) {
  const text = useTexts(checkoutTexts)
  return (
    <ol
      aria-label={text.stepsLabel}
      className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm font-semibold"
    >
      {text.steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={cx("flex items-center gap-2", index === at ? "text-ink" : "text-ink-muted")}
        >
          <span
            aria-hidden
            className={cx(
              "grid size-6 place-items-center rounded-full text-xs tabular-nums",
              index <= at ? "bg-primary text-primary-ink" : "border border-line-strong",
            )}
          >
            {index < at ? "✓" : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
