import Gauge from "lucide-react/icons/gauge"
import { useSyncExternalStore } from "react"
import { Button } from "#ui/button.tsx"
import { cx } from "#ui/cx.ts"
import { megabytes } from "./byte-count.ts"
import { roomText } from "./room.text.ts"
import { useStay } from "./use-board.ts"

const text = roomText.saving

function useSaving() {
  const { saving } = useStay()
  return { saving, ...useSyncExternalStore(saving.subscribe, saving.getView) }
}

/** Saving data, and what the class has used so far. */
export function SavingSwitch() {
  const { saving, on, used, perMinute } = useSaving()
  return (
    <section className="grid gap-1">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        data-saving={on}
        onClick={() => saving.set(!on)}
        className="-mx-2 flex min-h-10 items-center justify-between gap-3 rounded-md px-2 py-1 text-left hover:bg-ink/5"
      >
        <span className="grid">
          <span className="text-[0.9375rem] font-semibold">{text.name}</span>
          <span className="text-[0.8125rem] text-ink-muted">{text.hint}</span>
        </span>
        <span
          aria-hidden
          className={cx(
            "relative h-5.5 w-9.5 shrink-0 rounded-full transition-colors",
            on ? "bg-primary" : "bg-ink/25",
          )}
        >
          <span
            className={cx(
              "absolute top-0.5 left-0.5 size-4.5 rounded-full bg-white shadow-sm transition-transform",
              on && "translate-x-4",
            )}
          />
        </span>
      </button>
      <p className="flex items-center gap-2 text-[0.8125rem] text-ink-muted tabular-nums" data-used={used}>
        <Gauge size={15} aria-hidden />
        {text.used(megabytes(used))}
        {perMinute > 0 ? `, ${text.rate(megabytes(perMinute))}` : null}
      </p>
    </section>
  )
}

/** While data is saved, how much went over the line: a click leads to the switch. */
export function SavingMeter({ onOpen }: { onOpen: () => void }) {
  const { on, used } = useSaving()
  if (!on) return null
  return (
    <button
      type="button"
      data-meter
      onClick={onOpen}
      title={text.name}
      aria-label={`${text.name}: ${text.used(megabytes(used))}`}
      className="inline-flex h-10 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm font-medium text-success tabular-nums hover:bg-ink/8"
    >
      <Gauge size={16} aria-hidden />
      {text.meter(megabytes(used))}
    </button>
  )
}

/** Offers to save data where the connection asks for it. */
export function SavingOffer() {
  const { saving, offered } = useSaving()
  if (!offered) return null
  return (
    <div
      role="status"
      data-saving-offer
      className="w-full max-w-md animate-rise rounded-card border border-line bg-surface-raised p-4 shadow-float"
    >
      <p className="font-semibold">{text.offerTitle}</p>
      <p className="mt-1 text-[0.9375rem] text-ink-muted">{text.offer}</p>
      <div className="mt-3 flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={() => saving.decline()}>
          {text.decline}
        </Button>
        <Button size="sm" onClick={() => saving.set(true)}>
          {text.accept}
        </Button>
      </div>
    </div>
  )
}
