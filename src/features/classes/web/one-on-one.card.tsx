import { useId } from "react"
import { Form, useNavigation } from "react-router"
import type { OneOnOneSlot } from "#contract/classes/one-on-one.ts"
import { formatTimeIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useSaidStart } from "#ui/said-time.ts"
import { classPath } from "../addresses.ts"
import { ONE_ON_ONE_PATH } from "./list/class-links.ts"
import type { oneOnOneText } from "./one-on-one.text.ts"
import { oneOnOneTexts } from "./one-on-one.texts.ts"
import { classTexts } from "./texts/class.texts.ts"

/** The soonest free times in short, with a link to all of them. */
export function FreeTimes({ slots, className }: { slots: readonly OneOnOneSlot[]; className?: string }) {
  const text = useTexts(oneOnOneTexts)
  const id = useId()
  if (slots.length === 0) return null
  return (
    <section aria-labelledby={id} className={cx("grid gap-2", className)}>
      <h2 id={id} className="text-sm font-semibold">
        {text.title}
      </h2>
      <div className="rounded-card border border-line bg-surface">
        <p className="px-4 pt-3 text-sm text-ink-muted">{text.stuck}</p>
        <ul className="grid">
          {slots.map((slot) => (
            <SlotLine key={slot.id} slot={slot} compact>
              <SlotButton slot={slot} intent="take" label={text.take} busyLabel={text.booking} />
            </SlotLine>
          ))}
        </ul>
        <p className="border-t border-line px-4 py-3">
          <ButtonLink to={ONE_ON_ONE_PATH} variant="link">
            {text.allFree}
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
  const text = useTexts(oneOnOneTexts)
  const teaches = reader === "instructor"
  return (
    <Card
      flush
      title={text.title}
      description={describeOwn(slots, teaches, text)}
      action={
        <ButtonLink to={ONE_ON_ONE_PATH} variant="secondary" size="sm">
          {teaches ? text.offer : text.find}
        </ButtonLink>
      }
    >
      {slots.length > 0 ? (
        <ul className="border-t border-line">
          {slots.map((slot) => (
            <SlotLine key={slot.id} slot={slot}>
              {slot.class_id ? (
                <ButtonLink to={classPath(slot.class_id)} variant="secondary" size="sm">
                  {text.open}
                </ButtonLink>
              ) : (
                <SlotButton
                  slot={slot}
                  intent="withdraw"
                  label={text.withdraw}
                  busyLabel={text.withdrawing}
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

function describeOwn(slots: readonly OneOnOneSlot[], teaches: boolean, text: typeof oneOnOneText): string {
  const taken = slots.filter((slot) => slot.status === "taken").length
  if (!teaches) return taken === 0 ? text.noneBooked : text.ownBooked
  if (slots.length === 0) return text.offerWhy
  return text.counts(slots.length - taken, taken)
}

type SlotLineProps = { slot: OneOnOneSlot; compact?: boolean; children?: React.ReactNode }

/** One time: when, what, with whom, its status, and its actions. */
export function SlotLine({ slot, compact, children }: SlotLineProps) {
  const text = useTexts(oneOnOneTexts)
  const { names } = useTexts(classTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidDate()
  const from = formatTimeIn(tag, slot.start_time)
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
            {said(slot.scheduled_date)},{" "}
            {compact ? from : text.fromTo(from, formatTimeIn(tag, slot.end_time))}
          </span>
          {slot.student_name ? <Badge tone="success">{slot.student_name}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {text.with(names.subject(slot.subject), slot.instructor_name)}
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

/** A button for one time that works from any page and without scripts. */
export function SlotButton({ slot, intent, label, busyLabel, variant = "primary" }: SlotButtonProps) {
  const said = useSaidStart()
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
        aria-label={`${label}: ${said(slot)}, ${slot.instructor_name}`}
      >
        {label}
      </Button>
    </Form>
  )
}
