import type { Keys } from "#ui/shortcuts.ts"

/** On an instructor's timetable. */
export const timetableKeys = {
  next: ["N"],
  previous: ["P"],
  current: ["T"],
} as const satisfies Record<string, Keys>
