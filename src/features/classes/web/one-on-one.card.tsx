import { useId } from "react"
import { Form, useNavigation } from "react-router"
import type { OneOnOneSlot } from "#contract/one-on-one.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { cx } from "#ui/cx.ts"
import { classPath, ONE_ON_ONE_PATH } from "./class-links.ts"

/** The soonest free times, in short, with the way to all of them. */
export function FreeTimes({ slots, className }: { slots: readonly OneOnOneSlot[]; className?: string }) {
  const id = useId()
  if (slots.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx("grid gap-2", className)}>
      <h2 id={id} className="text-sm font-semibold">
        One-on-one
      </h2>
      <div className="rounded-card border border-line bg-surface">
        <p className="px-4 pt-3 text-sm text-ink-muted">
          A question that won't go away? Take a time of your own.
        </p>
        <ul className="grid">
          {slots.map((slot) => (
            <SlotLine key={slot.id} slot={slot} compact>
              <SlotButton slot={slot} intent="take" label="Take" busyLabel="Taking..." />
            </SlotLine>
          ))}
        </ul>
        <p className="border-t border-line px-4 py-3">
          <ButtonLink to={ONE_ON_ONE_PATH} variant="link">
            All free times
          </ButtonLink>
        </p>
      </div>
    </section>
  )
}

type OneOnOneCardProps = {
  slots: readonly OneOnOneSlot[]
  /** Whether the reader offers times or takes them. */
  reader: "instructor" | "student"
}

/** The reader's own coming one-on-one times, for their dashboard. */
export function OneOnOneCard({ slots, reader }: OneOnOneCardProps) {
  const teaches = reader === "instructor"
  return (
    <Card
      flush
      title="One-on-one"
      description={describeOwn(slots, teaches)}
      action={
        <ButtonLink to={ONE_ON_ONE_PATH} variant="secondary" size="sm">
          {teaches ? "Offer times" : "Find a time"}
        </ButtonLink>
      }
    >
      {slots.length > 0 ? (
        <ul className="border-t border-line">
          {slots.map((slot) => (
            <SlotLine key={slot.id} slot={slot}>
              {slot.class_id ? (
                <ButtonLink to={classPath(slot.class_id)} variant="secondary" size="sm">
                  Open class
                </ButtonLink>
              ) : (
                <SlotButton
                  slot={slot}
                  intent="withdraw"
                  label="Withdraw"
                  busyLabel="Withdrawing..."
                  variant="ghost"
                />
              )}
            </SlotLine>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function describeOwn(slots: readonly OneOnOneSlot[], teaches: boolean): string {
  const taken = slots.filter((slot) => slot.status === "taken").length
  if (!teaches)
    return taken === 0 ? "You have no time of your own yet." : "Your times, one teacher, one student."
  if (slots.length === 0) return "Offer times in which one student can ask you anything."
  return `${slots.length - taken} free, ${taken} taken`
}

type SlotLineProps = { slot: OneOnOneSlot; compact?: boolean; children?: React.ReactNode }

/** One time: when, what, with whom, how it stands, and what can be done. */
export function SlotLine({ slot, compact, children }: SlotLineProps) {
  return (
    <li
      data-slot={slot.id}
      className={
        compact
          ? "flex items-center justify-between gap-3 px-4 py-3"
          : "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
      }
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className={compact ? "text-[0.9375rem] font-semibold" : "font-semibold"}>
            {formatDate(slot.scheduled_date)}, {formatTime(slot.start_time)}
            {compact ? "" : ` to ${formatTime(slot.end_time)}`}
          </span>
          {slot.student_name ? <Badge tone="success">{slot.student_name}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {slot.subject} with {slot.instructor_name}
        </p>
      </div>
      {children}
    </li>
  )
}

type SlotButtonProps = {
  slot: OneOnOneSlot
  intent: "take" | "withdraw"
  label: string
  busyLabel: string
  variant?: "primary" | "ghost"
}

/** A button about one time, that works from any page and without scripts. */
export function SlotButton({ slot, intent, label, busyLabel, variant = "primary" }: SlotButtonProps) {
  const sent = useNavigation().formData
  const busy = sent?.get("slot_id") === slot.id && sent.get("intent") === intent
  return (
    <Form method="post" action={ONE_ON_ONE_PATH} preventScrollReset>
      <input type="hidden" name="slot_id" value={slot.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        variant={variant}
        busy={busy}
        busyLabel={busyLabel}
        aria-label={`${label}: ${formatDate(slot.scheduled_date)}, ${formatTime(slot.start_time)}, ${slot.instructor_name}`}
      >
        {label}
      </Button>
    </Form>
  )
}
