import { guardianText } from "#features/accounts/web/guardian.text.ts"

const { tabs } = guardianText.dashboard

/** The views of a guardian's dashboard, by the `tab` of its address. */
export const GUARDIAN_TABS = [
  { value: "timetable", label: tabs.timetable },
  { value: "attendance", label: tabs.attendance },
  { value: "recordings", label: tabs.recordings },
  { value: "notices", label: tabs.notices },
  { value: "consent", label: tabs.consent },
  { value: "data", label: tabs.data },
] as const
