import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Toast } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { actTexts } from "../texts/act.texts.ts"

/** Returns the toast after a class was scheduled. It mentions a Meet link only if one was made. */
export function scheduledToast(
  made: Pick<ScheduledClass, "meet_link" | "series_id">,
  language: Language,
): Toast {
  const text = actTexts[language]
  const title = made.meet_link ? text.scheduledWithMeet : text.scheduled
  return {
    tone: "success",
    title,
    ...(made.series_id && { description: text.scheduledSeries }),
  }
}
