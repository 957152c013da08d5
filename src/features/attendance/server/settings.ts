import { flag, number, type SettingDefinitions } from "#platform/settings.ts"

/** What counts as presence, and how long snapshots are kept. */
export const attendanceSettings = {
  attendance_minimum_minutes: number("classes", "ATTENDANCE_MINIMUM_MINUTES", 1, 120),
  voice_evidence: flag("people", "voiceEvidence", "VOICE_EVIDENCE"),
  snapshots: flag("people", "SNAPSHOTS", "SNAPSHOTS"),
  snapshot_days: number("keeping", "SNAPSHOT_DAYS", 1, 365),
} as const satisfies SettingDefinitions
