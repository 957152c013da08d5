import Gauge from "lucide-react/icons/gauge"
import { useSyncExternalStore } from "react"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { NoticeLine } from "../bar/notice-line.tsx"
import { megabytes } from "../check/byte-count.ts"
import { roomText } from "../texts/room.texts.ts"
import { useStay } from "../use-board.ts"

const text = roomText.saving

function useSaving() {
  const { saving } = useStay()
  return { saving, ...useSyncExternalStore(saving.subscribe, saving.getView) }
}

/** The switch for saving data, and how much the class has used so far. */
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

/** Shows the bytes used while data is saved; a click leads to the switch. */
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

/** Offers to save data on a poor connection. */
export function SavingOffer() {
  const { saving, offered } = useSaving()
  if (!offered) return null
  return (
    <NoticeLine data-saving-offer icon={Gauge} title={text.offerTitle} words={text.offer}>
      <Button variant="ghost" size="sm" onClick={() => saving.decline()}>
        {text.decline}
      </Button>
      <Button size="sm" onClick={() => saving.set(true)}>
        {text.accept}
      </Button>
    </NoticeLine>
  )
}
