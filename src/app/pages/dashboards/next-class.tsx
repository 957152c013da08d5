import type { ReactNode } from "react"
import { takesCheckIns } from "#features/attendance/arrivals.ts"
import { canGoLive } from "#features/classes/rules.ts"
import { describeSubject } from "#features/classes/web/list/describe-subject.ts"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { formatTimeIn, MINUTE } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { GoLive } from "./go-live.tsx"
import { nextClassTexts } from "./next-class.texts.ts"

type NextProps = {
  scheduledClass: DashboardClass
  now: Date
}

export function NextForStudent(props: NextProps) {
  const text = useTexts(nextClassTexts)
  const { id, instructor_name } = props.scheduledClass
  const action = (
    <>
      {isCheckInOpen(props) ? (
        <ButtonLink to="/check-in" reloadDocument size="lg">
          {text.checkIn}
        </ButtonLink>
      ) : null}
      <OpenClass id={id} />
    </>
  )
  return <NextClass {...props} note={text.with(instructor_name)} action={action} check />
}

/** Whether a class needs a device, so that its card offers the check of it. */
export function needsDevice({ delivery }: DashboardClass): boolean {
  return delivery !== "on_premises"
}

/** Whether students can say at the centre that they have come. */
export function isCheckInOpen({ scheduledClass: { delivery, starts_at, ends_at }, now }: NextProps): boolean {
  const times = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  return delivery === "on_premises" && takesCheckIns(times, now)
}

export function NextForTeacher(props: NextProps) {
  const text = useTexts(nextClassTexts)
  const { edit } = useTexts(classTexts)
  const { scheduledClass, now } = props
  const { id, delivery, editable, enrolled_count, max_capacity } = scheduledClass
  const begins = canGoLive(scheduledClass, now)
  return (
    <NextClass
      {...props}
      check
      note={text.taken(enrolled_count, max_capacity)}
      action={
        <>
          {!begins ? (
            <OpenClass id={id} />
          ) : delivery === "on_premises" ? (
            <ButtonLink to="/hall" reloadDocument size="lg">
              {text.register}
            </ButtonLink>
          ) : (
            <GoLive classId={id} size="lg" />
          )}
          {editable ? (
            <ButtonLink to={`/schedule-class?edit=${id}`} variant="link">
              {edit}
            </ButtonLink>
          ) : null}
        </>
      }
    />
  )
}

export function NextForOffice(props: NextProps) {
  const text = useTexts(nextClassTexts)
  const { id, instructor_name, enrolled_count, max_capacity } = props.scheduledClass
  const note = `${text.with(instructor_name)} · ${text.taken(enrolled_count, max_capacity)}`
  return <NextClass {...props} note={note} action={<OpenClass id={id} />} />
}

function OpenClass({ id }: { id: string }) {
  const text = useTexts(nextClassTexts)
  return (
    <ButtonLink to={`/class/${id}`} variant="secondary" size="lg">
      {text.open}
    </ButtonLink>
  )
}

/** A link to the check of camera, microphone and connection. */
export function CheckDevice() {
  return (
    <ButtonLink to="/check" variant="link">
      {useTexts(nextClassTexts).checkDevice}
    </ButtonLink>
  )
}

interface NextClassProps extends NextProps {
  note: string
  action: ReactNode
  /** Whether the reader takes part, and so may want to check their device first. */
  check?: boolean
}

/** The nearest of a person's classes: when it is, how soon, and what to do about it. */
function NextClass({ scheduledClass, now, note, action, check }: NextClassProps) {
  const text = useTexts(nextClassTexts)
  const { names, fromTo, demo } = useTexts(classTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const said = useSaidDate()
  const { title, scheduled_date, start_time, end_time, starts_at, class_type, venue_name } = scheduledClass
  const minutes = Math.ceil((new Date(starts_at).getTime() - now.getTime()) / MINUTE)
  return (
    <Card data-next-class={scheduledClass.id} aria-label={text.next} className="border-primary/30">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1">
          <p className="text-sm font-semibold text-primary-text">
            {minutes > 0 ? text.next : text.notStarted}: {said(scheduled_date)},{" "}
            {fromTo(formatTimeIn(tag, start_time), formatTimeIn(tag, end_time))}
            {minutes > 0 && minutes < 60 ? ` · ${text.startsIn(minutes)}` : null}
          </p>
          <p className="flex flex-wrap items-center gap-2.5 text-lg font-semibold">
            {title}
            {class_type === "demo" ? <Badge>{demo}</Badge> : null}
          </p>
          <p className="text-sm text-ink-muted">
            {[describeSubject(scheduledClass, names), note, venue_name].filter(Boolean).join(" · ")}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:flex-row-reverse">
          {action}
          {check && needsDevice(scheduledClass) ? <CheckDevice /> : null}
        </div>
      </div>
    </Card>
  )
}
