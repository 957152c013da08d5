import type { guardianText } from "#features/guardians/web/guardian.text.ts"

type Labels = typeof guardianText.dashboard.tabs

/** The views of a guardian's dashboard, by the `tab` of its address, named in the language of `labels`. */
export function guardianTabs(labels: Labels) {
  const views = ["timetable", "attendance", "recordings", "notices", "consent", "data"] as const
  return views.map((value) => ({ value, label: labels[value] }))
}
