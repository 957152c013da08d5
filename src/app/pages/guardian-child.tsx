import { Link, useSearchParams } from "react-router"
import type { MonthStanding } from "#contract/attendance-sheets.ts"
import type { ScheduledClass } from "#contract/classes.ts"
import type { ChildAttendance, ChildNotice } from "#contract/guardians.ts"
import { guardianText } from "#features/accounts/web/guardian.text.ts"
import { MonthRule } from "#features/attendance/web/month-rule.card.tsx"
import { VerdictBadge } from "#features/attendance/web/verdict-badge.card.tsx"
import { ClassLine } from "#features/classes/web/class-line.card.tsx"
import { formatDate, formatInstant, formatTime } from "#shared/time.ts"
import { buttonClass } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { Section } from "#ui/page.tsx"
import { DataTable } from "#ui/table.tsx"

const text = guardianText.dashboard

interface ClassesProps {
  upcoming: ScheduledClass[]
  past: ScheduledClass[]
  now: Date
}

/** A child's timetable: what comes, then what was. */
export function ChildClassesView({ upcoming, past, now }: ClassesProps) {
  return (
    <div className="grid gap-8">
      {upcoming.length === 0 ? (
        <EmptyState illustration="no-classes" title={text.classesEmpty} text={text.classesEmptyText} />
      ) : (
        <Card flush>
          <ul>
            {upcoming.map((session) => (
              <ClassLine key={session.id} session={session} now={now} />
            ))}
          </ul>
        </Card>
      )}
      {past.length > 0 ? (
        <Section title={text.past}>
          <Card flush>
            <ul>
              {past.map((session) => (
                <ClassLine key={session.id} session={session} now={now} />
              ))}
            </ul>
          </Card>
        </Section>
      ) : null}
    </div>
  )
}

interface AttendanceProps {
  attendance: {
    items: ChildAttendance[]
    next_cursor: string | null
    month: MonthStanding
  }
}

/** A child's register with this month's share against the rule. */
export function ChildAttendanceView({ attendance }: AttendanceProps) {
  const { items, next_cursor, month } = attendance
  return (
    <div className="grid gap-8">
      <MonthRule standing={month} />
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
          { key: "class", header: "Class", cell: (one) => one.title },
          {
            key: "when",
            header: "When",
            cell: (one) => `${formatDate(one.scheduled_date)}, ${formatTime(one.start_time)}`,
          },
          {
            key: "verdict",
            header: "Attendance",
            cell: (one) => <VerdictBadge line={one} />,
          },
          {
            key: "minutes",
            header: "Minutes",
            align: "end",
            cell: (one) => one.present_minutes,
          },
        ]}
      />
      <More cursor={next_cursor} />
    </div>
  )
}

interface NoticesProps {
  notices: { items: ChildNotice[]; next_cursor: string | null }
  zone: string
}

/** What was texted to the guardian about a child. */
export function ChildNoticesView({ notices, zone }: NoticesProps) {
  if (notices.items.length === 0) {
    return <EmptyState illustration="no-requests" title={text.noticesEmpty} text={text.noticesEmptyText} />
  }
  return (
    <div className="grid gap-6">
      <ul className="grid gap-3">
        {notices.items.map((notice) => (
          <Card as="li" key={notice.id}>
            <p className="text-sm text-ink-muted">
              {formatInstant(notice.sent_at ?? notice.created_at, zone)}
            </p>
            <p className="mt-2 break-words">{notice.text}</p>
          </Card>
        ))}
      </ul>
      <More cursor={notices.next_cursor} />
    </div>
  )
}

function More({ cursor }: { cursor: string | null }) {
  const [params] = useSearchParams()
  if (!cursor) return null
  const next = new URLSearchParams(params)
  next.set("after", cursor)
  return (
    <Link to={`?${next}`} className={buttonClass({ variant: "secondary", className: "justify-self-center" })}>
      {text.more}
    </Link>
  )
}
