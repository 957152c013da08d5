import type { Keys } from "#ui/shortcuts/shortcuts.ts"

/** The keys on an instructor's timetable. */
export const timetableKeys = {
  next: ["N"],
  previous: ["P"],
  current: ["T"],
} as const satisfies Record<string, Keys>
