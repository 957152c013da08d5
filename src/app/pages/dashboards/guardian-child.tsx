import type { MonthStanding } from "#contract/attendance/attendance-sheets.ts"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { ChildAttendance, ChildNotice } from "#contract/guardians/guardians.ts"
import { MonthRule } from "#features/attendance/web/month-rule.card.tsx"
import { VerdictBadge } from "#features/attendance/web/verdict-badge.card.tsx"
import { DayLine, TimetableDay } from "#features/classes/web/list/day.card.tsx"
import { describeSubject } from "#features/classes/web/list/describe-subject.ts"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { guardianTexts } from "#features/guardians/web/guardian.texts.ts"
import { languageOfText } from "#features/notifications/web/shown-notice.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { DataTable } from "#ui/components/table.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Section } from "#ui/page.tsx"
import { useSaidStart, useSaidTime } from "#ui/said-time.ts"

interface ClassesProps {
  upcoming: { items: ScheduledClass[]; next_cursor: string | null }
  past: ScheduledClass[]
  now: Date
}

/** A child's timetable: coming classes by day, then past ones. */
export function ChildClassesView({ upcoming, past, now }: ClassesProps) {
  const text = useTexts(guardianTexts).dashboard
  return (
    <div className="grid gap-8">
      {upcoming.items.length === 0 ? (
        <EmptyState illustration="no-classes" title={text.classesEmpty} text={text.classesEmptyText} />
      ) : (
        <ChildDays classes={upcoming.items} now={now} />
      )}
      <MoreLink cursor={upcoming.next_cursor} />
      {past.length > 0 ? (
        <Section title={text.past}>
          <ChildDays classes={past} now={now} past />
        </Section>
      ) : null}
    </div>
  )
}

function ChildDays({ classes, now, past }: { classes: ScheduledClass[]; now: Date; past?: boolean }) {
  const text = useTexts(classTexts)
  return (
    <Card flush>
      {[...Map.groupBy(classes, ({ scheduled_date }) => scheduled_date)].map(([date, ofDay]) => (
        <TimetableDay key={date} date={date}>
          {ofDay.map((one) => (
            <DayLine
              key={one.id}
              classId={one.id}
              scheduledClass={one}
              notes={[describeSubject(one, text.names), one.instructor_name, one.venue_name]}
              now={now}
              past={past}
            >
              {one.class_type === "demo" ? <Badge>{text.demo}</Badge> : null}
            </DayLine>
          ))}
        </TimetableDay>
      ))}
    </Card>
  )
}

interface AttendanceProps {
  attendance: {
    items: ChildAttendance[]
    next_cursor: string | null
    month: MonthStanding
  }
  /** The child's first name. */
  name: string
}

/** A child's register with this month's share against the rule. */
export function ChildAttendanceView({ attendance, name }: AttendanceProps) {
  const text = useTexts(guardianTexts).dashboard
  const columns = text.attendanceColumns
  const saidStart = useSaidStart()
  const { items, next_cursor, month } = attendance
  return (
    <div className="grid gap-8">
      <MonthRule standing={month} name={name} />
      <DataTable
        caption={text.tabs.attendance}
        rows={items}
        rowKey={(one) => one.class_id}
        empty={
          <EmptyState
            illustration="no-classes"
            title={text.attendanceEmpty}
            text={text.attendanceEmptyText}
          />
        }
        columns={[
          { key: "class", header: columns.class, cell: (one) => one.title },
          {
            key: "when",
            header: columns.when,
            cell: saidStart,
          },
          {
            key: "verdict",
            header: columns.verdict,
            cell: (one) => <VerdictBadge line={one} />,
          },
          {
            key: "minutes",
            header: columns.minutes,
            align: "end",
            cell: (one) => one.present_minutes,
          },
        ]}
      />
      <MoreLink cursor={next_cursor} />
    </div>
  )
}

interface NoticesProps {
  notices: { items: ChildNotice[]; next_cursor: string | null }
  zone: string
}

/** The messages texted to the guardian about a child. */
export function ChildNoticesView({ notices, zone }: NoticesProps) {
  const text = useTexts(guardianTexts).dashboard
  const said = useSaidTime(zone)
  if (notices.items.length === 0) {
    return <EmptyState illustration="no-requests" title={text.noticesEmpty} text={text.noticesEmptyText} />
  }
  return (
    <div className="grid gap-6">
      <ul className="grid gap-3">
        {notices.items.map((notice) => (
          <Card as="li" key={notice.id}>
            <p className="text-sm text-ink-muted">{said(notice.sent_at ?? notice.created_at)}</p>
            <p className="mt-2 break-words" lang={languageOfText(notice.text)}>
              {notice.text}
            </p>
          </Card>
        ))}
      </ul>
      <MoreLink cursor={notices.next_cursor} />
    </div>
  )
}
