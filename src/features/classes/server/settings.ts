import { number, type SettingDefinitions } from "#platform/settings.ts"

/** The timetable's zone, how long classes and seats wait, and when reminders are sent. */
export const classSettings = {
  time_zone: { group: "academy", kind: "zone", env: "TIME_ZONE", variable: "TIME_ZONE" },
  class_grace_minutes: number("classes", "CLASS_GRACE_MINUTES", 1, 120),
  demo_hold_hours: number("classes", "DEMO_HOLD_HOURS", 1, 168),
  reminder_minutes: number("messages", "REMINDER_MINUTES", 15, 1_440),
  reminder_soon_minutes: number("messages", "REMINDER_SOON_MINUTES", 1, 60),
} as const satisfies SettingDefinitions
