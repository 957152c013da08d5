import type { AttendanceEntry } from "#contract/attendance.ts"
import type { BadgeTone } from "#ui/badge.tsx"

type Verdict = AttendanceEntry["verdict"]

/** How each verdict is called and coloured, wherever one is shown. */
export const VERDICTS: Record<Verdict, { label: string; tone: BadgeTone }> = {
  pending: { label: "Pending", tone: "neutral" },
  present: { label: "Present", tone: "success" },
  absent: { label: "Absent", tone: "danger" },
  excused: { label: "Excused", tone: "warning" },
  none: { label: "No verdict", tone: "neutral" },
}

/** How a settled verdict is shown to families: an absence that was made up for says so. */
export function shownVerdict({ verdict, made_up }: { verdict: Verdict; made_up: boolean }): {
  label: string
  tone: BadgeTone
} {
  return verdict === "absent" && made_up ? { label: "Absent, made up", tone: "success" } : VERDICTS[verdict]
}
