import "@fullcalendar/react/skeleton.css"
import "@fullcalendar/react/themes/classic/theme.css"
import "./timetable.css"
import Calendar from "@fullcalendar/react"
import interaction from "@fullcalendar/react/interaction"
import classic from "@fullcalendar/react/themes/classic"
import timegrid from "@fullcalendar/react/timegrid"
import { memo, useEffect, useRef, useState } from "react"
import { useFetcher, useRevalidator } from "react-router"
import { dateInZone, HOUR, timeInZone, weekdayOf } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { notify } from "#ui/notify.ts"
import { useWritten } from "#ui/said-time.ts"
import { useFlash } from "#ui/toast.tsx"
import { liveState } from "../../rules.ts"
import { useOwnTime } from "../list/class-time.tsx"
import type { ListedClass } from "../list/listed-class.ts"
import { classTexts } from "../texts/class.texts.ts"
import { timetableTexts } from "../texts/timetable.texts.ts"

type TimetableGridProps = {
  classes: readonly ListedClass[]
  /** The first of the seven days shown. */
  first: string
  now: Date
  zone: string
  onChoose: (classId: string) => void
  /** Called with a wall-clock date and times when free time was selected. */
  onFree: (date: string, start: string, end: string) => void
}

/** How the calendar writes days and hours. */
const LOCALES = { en: "en-GB", hi: "hi-IN" }

/** The hours shown, unless a class is earlier or later. */
const USUAL_HOURS = { from: 7, to: 21 }

/**
 * The week as a grid to drag classes on. The calendar has no zones here: it gets wall-clock times in the
 * institution's zone as if they were UTC, and returns wall-clock times.
 */
export function TimetableGrid(props: TimetableGridProps) {
  const [dragging, setDragging] = useState(false)
  return (
    <div className="timetable overflow-hidden rounded-card border border-line bg-surface">
      <Week
        {...props}
        text={useTexts(timetableTexts)}
        language={useLanguage()}
        onMove={useMove(props.classes)}
        dragging={dragging}
        onDrag={setDragging}
      />
    </div>
  )
}

type WeekProps = TimetableGridProps & {
  text: (typeof timetableTexts)["en"]
  language: Language
  onMove: (moved: Dropped, revert: () => void) => void
  dragging: boolean
  onDrag: (dragging: boolean) => void
}

/**
 * Stays as it is while a class is dragged. A calendar that gets new options meanwhile takes the drop for one
 * on another calendar, and tells nobody of it.
 */
const Week = memo(DrawnWeek, (_, { dragging }) => dragging)

function DrawnWeek(week: WeekProps) {
  const { classes, first, now, zone, text, language, onChoose, onFree, onMove, onDrag } = week
  const wall = `${dateInZone(now, zone)}T${timeInZone(now, zone)}:00Z`
  return (
    <Calendar
      key={first}
      plugins={[timegrid, interaction, classic]}
      initialView="timeGridWeek"
      initialDate={first}
      // Here weeks may begin on any day, and Sunday is 0.
      firstDay={weekdayOf(first) % 7}
      locale={LOCALES[language]}
      slotMinHeight={15}
      timeZone="UTC"
      now={wall}
      nowIndicator
      headerToolbar={false}
      borderless
      allDaySlot={false}
      height="auto"
      // Slots as fine as classes snap. In coarser ones a class lands 15 minutes from where it is dropped.
      slotDuration="00:15"
      slotHeaderInterval="01:00"
      slotHeaderInnerClass="timetable-hour"
      slotLaneClass={slotLook}
      slotHeaderClass={slotLook}
      {...hoursOf(classes)}
      dayHeaderFormat={{ weekday: "short", day: "numeric", month: "short", omitCommas: true }}
      timedText={text.timed}
      slotHeaderContent={({ time, text: written }) =>
        time ? text.hour(written, timeInZone(new Date(time.milliseconds), "UTC")) : written
      }
      slotHeaderFormat={{ hour: "numeric", minute: "2-digit", hour12: true }}
      eventInteractive
      eventMinHeight={24}
      eventClass={({ event }) => `timetable-class timetable-${event.extendedProps.look}`}
      events={classes.map((scheduledClass) => eventOf(scheduledClass, now))}
      eventContent={({ event }) => (
        <ClassOnGrid scheduledClass={event.extendedProps.scheduledClass as ListedClass} />
      )}
      eventClick={({ event, jsEvent }) => {
        jsEvent.preventDefault()
        onChoose(event.id)
      }}
      eventDragStart={() => onDrag(true)}
      eventDragStop={() => onDrag(false)}
      eventDrop={({ event, revert }) => onMove(event, revert)}
      eventResizeStart={() => onDrag(true)}
      eventResizeStop={() => onDrag(false)}
      eventResize={({ event, revert }) => onMove(event, revert)}
      selectable
      select={({ startStr, endStr }) =>
        onFree(startStr.slice(0, 10), startStr.slice(11, 16), endStr.slice(11, 16))
      }
    />
  )
}

/** Hides the lines within an hour. */
function slotLook({ time }: { time?: { milliseconds: number } | undefined }): string {
  return time && time.milliseconds % HOUR !== 0 ? "timetable-minor" : ""
}

function eventOf(scheduledClass: ListedClass, now: Date) {
  const { id, title, scheduled_date, start_time, starts_at, ends_at, editable, status } = scheduledClass
  const start = new Date(`${scheduled_date}T${start_time}:00Z`)
  return {
    id,
    title,
    start: start.toISOString(),
    // After a change of the zone a class may end on the next day.
    end: new Date(start.getTime() + ends_at.getTime() - starts_at.getTime()).toISOString(),
    editable: editable && status === "scheduled",
    extendedProps: { scheduledClass, look: liveState(scheduledClass, now) },
  }
}

/** Returns the full hours around every class of the week. */
function hoursOf(classes: readonly ListedClass[]): { slotMinTime: string; slotMaxTime: string } {
  const hour = (time: string) => Number(time.slice(0, 2))
  const from = Math.min(USUAL_HOURS.from, ...classes.map(({ start_time }) => hour(start_time)))
  const end = ({ start_time, end_time }: ListedClass) => (end_time <= start_time ? 24 : hour(end_time) + 1)
  const to = Math.max(USUAL_HOURS.to, ...classes.map(end))
  return { slotMinTime: `${String(from).padStart(2, "0")}:00`, slotMaxTime: `${Math.min(to, 24)}:00` }
}

function ClassOnGrid({ scheduledClass }: { scheduledClass: ListedClass }) {
  const text = useTexts(timetableTexts)
  const { ownTime } = useTexts(classTexts)
  const { time } = useWritten()
  const own = useOwnTime(scheduledClass)
  const { title, start_time, enrolled_count, max_capacity, status, series_id, substitutes_for_name } =
    scheduledClass
  return (
    <div className="grid gap-0.5 overflow-hidden text-left leading-tight">
      <span className="truncate font-semibold">{title}</span>
      <span className="truncate tabular-nums">
        {time(start_time)} ·{" "}
        {status === "cancelled" ? text.cancelled : text.seats(enrolled_count, max_capacity)}
        {series_id ? ` · ${text.weekly}` : ""}
        {substitutes_for_name ? ` · ${text.substituting(substitutes_for_name)}` : ""}
      </span>
      {own ? (
        <span data-own-time className="truncate tabular-nums">
          {ownTime(own)}
        </span>
      ) : null}
    </div>
  )
}

type Dropped = { id: string; startStr: string; endStr: string }

/** Moves a class to where it was dropped. A refusal moves it back and says which field was wrong. */
function useMove(classes: readonly ListedClass[]) {
  const { notMoved } = useTexts(timetableTexts)
  const fetcher = useFetcher<ActionReply>()
  const { revalidate } = useRevalidator()
  const undo = useRef<(() => void) | null>(null)
  const reply = fetcher.state === "idle" ? fetcher.data : undefined
  useFlash(reply?.toast)
  useEffect(() => {
    if (!reply) return
    if (!reply.done) undo.current?.()
    undo.current = null
    const fields = Object.values(reply.form?.error ?? {}).flatMap((errors) => errors ?? [])
    if (fields.length > 0) notify.error(notMoved, `${fields.join(". ")}.`)
    if (!reply.done) void revalidate()
  }, [reply, revalidate, notMoved])
  return ({ id, startStr, endStr }: Dropped, revert: () => void) => {
    const scheduledClass = classes.find((one) => one.id === id)
    if (!scheduledClass) return revert()
    undo.current = revert
    void fetcher.submit(
      {
        class_id: id,
        scheduled_date: startStr.slice(0, 10),
        start_time: startStr.slice(11, 16),
        end_time: endStr.slice(11, 16),
        known_updated_at: scheduledClass.updated_at.toISOString(),
      },
      { method: "post" },
    )
  }
}
