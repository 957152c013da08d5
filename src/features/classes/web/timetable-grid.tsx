import "@fullcalendar/react/skeleton.css"
import "@fullcalendar/react/themes/classic/theme.css"
import "./timetable.css"
import Calendar from "@fullcalendar/react"
import interaction from "@fullcalendar/react/interaction"
import classic from "@fullcalendar/react/themes/classic"
import timegrid from "@fullcalendar/react/timegrid"
import { useEffect, useRef } from "react"
import { useFetcher, useRevalidator } from "react-router"
import { dateInZone, formatTime, HOUR, timeInZone } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { notify } from "#ui/notify.ts"
import { useFlash } from "#ui/toast.tsx"
import { liveState } from "../rules.ts"
import { useOwnTime } from "./class-time.tsx"
import type { ListedClass } from "./listed-class.ts"

type TimetableGridProps = {
  classes: readonly ListedClass[]
  /** The first day of the week shown. */
  monday: string
  now: Date
  zone: string
  onChoose: (classId: string) => void
  /** Free time was drawn on: wall-clock date and times. */
  onFree: (date: string, start: string, end: string) => void
}

/** The day begins and ends here, unless a class is earlier or later. */
const USUAL_HOURS = { from: 7, to: 21 }

/**
 * The week as a grid to drag classes on. The calendar knows no zones here: it is given the institution's
 * wall-clock as if it were UTC, and gives wall-clock back.
 */
export function TimetableGrid({ classes, monday, now, zone, onChoose, onFree }: TimetableGridProps) {
  const move = useMove(classes)
  const wall = `${dateInZone(now, zone)}T${timeInZone(now, zone)}:00Z`
  return (
    <div className="timetable overflow-hidden rounded-card border border-line bg-surface">
      <Calendar
        key={monday}
        plugins={[timegrid, interaction, classic]}
        initialView="timeGridWeek"
        initialDate={monday}
        firstDay={1}
        locale="en-GB"
        slotMinHeight={15}
        timeZone="UTC"
        now={wall}
        nowIndicator
        headerToolbar={false}
        borderless
        allDaySlot={false}
        height="auto"
        // As fine as classes snap: in coarser slots a class lands a quarter of an hour beside where it is dropped.
        slotDuration="00:15"
        slotHeaderInterval="01:00"
        slotHeaderInnerClass="timetable-hour"
        slotLaneClass={slotLook}
        slotHeaderClass={slotLook}
        {...hoursOf(classes)}
        dayHeaderFormat={{ weekday: "short", day: "numeric", month: "short", omitCommas: true }}
        slotHeaderFormat={{ hour: "numeric", minute: "2-digit", hour12: true }}
        eventInteractive
        eventMinHeight={24}
        eventClass={({ event }) => `timetable-class timetable-${event.extendedProps.look}`}
        events={classes.map((session) => eventOf(session, now))}
        eventContent={({ event }) => <ClassOnGrid session={event.extendedProps.session as ListedClass} />}
        eventClick={({ event, jsEvent }) => {
          jsEvent.preventDefault()
          onChoose(event.id)
        }}
        eventDrop={({ event, revert }) => move(event, revert)}
        eventResize={({ event, revert }) => move(event, revert)}
        selectable
        select={({ startStr, endStr }) =>
          onFree(startStr.slice(0, 10), startStr.slice(11, 16), endStr.slice(11, 16))
        }
      />
    </div>
  )
}

/** Within the hour no line is drawn. */
function slotLook({ time }: { time?: { milliseconds: number } | undefined }): string {
  return time && time.milliseconds % HOUR !== 0 ? "timetable-minor" : ""
}

function eventOf(session: ListedClass, now: Date) {
  const { id, title, scheduled_date, start_time, end_time, editable, status } = session
  return {
    id,
    title,
    start: `${scheduled_date}T${start_time}:00Z`,
    end: `${scheduled_date}T${end_time}:00Z`,
    editable: editable && status === "scheduled",
    extendedProps: { session, look: liveState(session, now) },
  }
}

/** Full hours around every class of the week. */
function hoursOf(classes: readonly ListedClass[]): { slotMinTime: string; slotMaxTime: string } {
  const hour = (time: string) => Number(time.slice(0, 2))
  const from = Math.min(USUAL_HOURS.from, ...classes.map(({ start_time }) => hour(start_time)))
  const to = Math.max(USUAL_HOURS.to, ...classes.map(({ end_time }) => hour(end_time) + 1))
  return { slotMinTime: `${String(from).padStart(2, "0")}:00`, slotMaxTime: `${Math.min(to, 24)}:00` }
}

function ClassOnGrid({ session }: { session: ListedClass }) {
  const own = useOwnTime(session)
  const { title, start_time, enrolled_count, max_capacity, status, series_id, substitutes_for_name } = session
  return (
    <div className="grid gap-0.5 overflow-hidden text-left leading-tight">
      <span className="truncate font-semibold">{title}</span>
      <span className="truncate tabular-nums">
        {formatTime(start_time)}
        {status === "cancelled" ? " · Cancelled" : ` · ${enrolled_count} of ${max_capacity}`}
        {series_id ? " · weekly" : ""}
        {substitutes_for_name ? ` · for ${substitutes_for_name}` : ""}
      </span>
      {own ? (
        <span data-own-time className="truncate tabular-nums">
          {own} your time
        </span>
      ) : null}
    </div>
  )
}

type Dropped = { id: string; startStr: string; endStr: string }

/** Moves a class where it was dropped; a refusal puts it back and says at which field it failed. */
function useMove(classes: readonly ListedClass[]) {
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
    if (fields.length > 0) notify.error("Class not moved", `${fields.join(". ")}.`)
    if (!reply.done) void revalidate()
  }, [reply, revalidate])
  return ({ id, startStr, endStr }: Dropped, revert: () => void) => {
    const session = classes.find((one) => one.id === id)
    if (!session) return revert()
    undo.current = revert
    void fetcher.submit(
      {
        class_id: id,
        scheduled_date: startStr.slice(0, 10),
        start_time: startStr.slice(11, 16),
        end_time: endStr.slice(11, 16),
        known_updated_at: session.updated_at.toISOString(),
      },
      { method: "post" },
    )
  }
}
