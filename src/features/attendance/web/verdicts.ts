import type { AttendanceEntry } from "#contract/attendance/attendance.ts"
import type { BadgeTone } from "#ui/components/badge.tsx"
import type { Language } from "#ui/language.ts"

type Verdict = AttendanceEntry["verdict"]

/** The label and colour of each verdict. */
export const VERDICTS: Record<Verdict, { label: string; tone: BadgeTone }> = {
  pending: { label: "Pending", tone: "neutral" },
  present: { label: "Present", tone: "success" },
  absent: { label: "Absent", tone: "danger" },
  excused: { label: "Excused", tone: "warning" },
  none: { label: "No verdict", tone: "neutral" },
}

/** The verdicts in Hindi. */
export const HINDI_VERDICTS: Record<Verdict, string> = {
  pending: "बाक़ी",
  present: "हाज़िर",
  absent: "ग़ैरहाज़िर",
  excused: "माफ़",
  none: "तय नहीं",
}
const MADE_UP: Record<Language, string> = { en: "Absent, made up", hi: "ग़ैरहाज़िर, बदले की क्लास में आए" }

/** A verdict in the reader's language. */
export function nameVerdict(verdict: Verdict, language: Language): string {
  return language === "hi" ? HINDI_VERDICTS[verdict] : VERDICTS[verdict].label
}

/** How a settled verdict is shown to families: an absence that was made up for says so. */
export function shownVerdict(
  { verdict, made_up }: { verdict: Verdict; made_up: boolean },
  language: Language,
): { label: string; tone: BadgeTone } {
  if (verdict === "absent" && made_up) return { label: MADE_UP[language], tone: "success" }
  return { label: nameVerdict(verdict, language), tone: VERDICTS[verdict].tone }
}
