import CalendarCheck from "lucide-react/icons/calendar-check"
import TriangleAlert from "lucide-react/icons/triangle-alert"
import type { MonthStanding } from "#contract/attendance/attendance-sheets.ts"
import { percentAttended } from "#features/attendance/month-rule.ts"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { explainStanding, monthRuleTexts } from "./month-rule.texts.ts"

type MonthRuleProps = {
  standing: MonthStanding
  /** The student's name where somebody else reads: without it, the reader is the student. */
  name?: string
}

/** A student's month in figures, and what the rule means for the rest of it. */
export function MonthRule({ standing, name }: MonthRuleProps) {
  const text = useTexts(monthRuleTexts)
  const { attended, held, excused, no_verdict, to_come, make_ups, required_percent } = standing
  const percent = percentAttended(standing)
  return (
    <div className="grid gap-4" data-month-state={standing.state}>
      <StatGrid label={text.month}>
        <Stat
          label={text.attendance}
          value={percent === null ? "–" : `${percent}%`}
          note={text.needed(required_percent)}
        />
        <Stat label={text.attended} value={attended} note={text.ofHeld(held)} />
        <Stat label={text.excused} value={excused} note={text.notCounted} />
        <Stat
          label={text.toCome}
          value={to_come}
          note={make_ups > 0 ? text.makeUps(make_ups) : text.thisMonth}
        />
      </StatGrid>
      <RuleNote standing={standing} name={name} />
      {no_verdict > 0 ? <p className="text-sm text-ink-muted">{text.noVerdict(no_verdict)}</p> : null}
    </div>
  )
}

function RuleNote({ standing, name }: { standing: MonthStanding; name: string | undefined }) {
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
      {explainStanding(standing, useTexts(monthRuleTexts), name)}
    </p>
  )
}
