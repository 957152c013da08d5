import { cx } from "#ui/cx.ts"

type PlayerChoiceProps<T> = {
  legend: string
  options: readonly (readonly [T, string])[]
  chosen: T
  onChoose: (one: T) => void
}

/** One of a few, beside a player: its speed, its captions. */
export function PlayerChoice<T extends string | number | null>({
  legend,
  options,
  chosen,
  onChoose,
}: PlayerChoiceProps<T>) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="float-left mr-3 text-sm font-semibold">{legend}</legend>
      {options.map(([one, label]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
          className={cx(
            "h-9 min-w-11 rounded-md px-2 text-sm font-semibold tabular-nums",
            one === chosen ? "bg-primary-tint text-primary-text" : "text-ink-muted hover:bg-ink/7",
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
