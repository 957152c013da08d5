import CalendarCheck from "lucide-react/icons/calendar-check"
import TriangleAlert from "lucide-react/icons/triangle-alert"
import type { MonthStanding } from "#contract/attendance-sheets.ts"
import { explainStanding, percentAttended } from "#features/attendance/month-rule.ts"
import { cx } from "#ui/cx.ts"
import { Stat, StatGrid } from "#ui/stat.tsx"

/** A student's month in figures, and what the rule means for the rest of it. */
export function MonthRule({ standing }: { standing: MonthStanding }) {
  const { attended, held, excused, to_come, required_percent } = standing
  const percent = percentAttended(standing)
  return (
    <div className="grid gap-4" data-month-state={standing.state}>
      <StatGrid label="The month">
        <Stat
          label="Attendance"
          value={percent === null ? "–" : `${percent}%`}
          note={`${required_percent}% needed to progress`}
        />
        <Stat label="Attended" value={attended} note={`of ${held} held`} />
        <Stat label="Excused" value={excused} note="not counted" />
        <Stat label="To come" value={to_come} note="this month" />
      </StatGrid>
      <RuleNote standing={standing} />
    </div>
  )
}

function RuleNote({ standing }: { standing: MonthStanding }) {
  const worries = standing.state === "close" || standing.state === "missed"
  const Icon = worries ? TriangleAlert : CalendarCheck
  return (
    <p
      className={cx(
        "flex items-start gap-3 rounded-card border px-4 py-3 text-[0.9375rem]",
        standing.state === "missed" && "border-danger/30 bg-danger-tint",
        standing.state === "close" && "border-warning/30 bg-warning-tint",
        !worries && "border-line bg-surface",
      )}
    >
      <Icon size={18} className="mt-0.5 shrink-0" aria-hidden />
      {explainStanding(standing)}
    </p>
  )
}
