import { flag, number, type SettingDefinitions } from "#platform/settings.ts"

/** What counts as presence, and how long snapshots and medical proofs are kept. */
export const attendanceSettings = {
  attendance_minimum_minutes: number("classes", "ATTENDANCE_MINIMUM_MINUTES", 1, 120),
  voice_evidence: flag("people", "voiceEvidence", "VOICE_EVIDENCE"),
  snapshots: flag("people", "SNAPSHOTS", "SNAPSHOTS"),
  medical_proof_days: number("keeping", "MEDICAL_PROOF_DAYS", 1, 365),
  snapshot_days: number("keeping", "SNAPSHOT_DAYS", 1, 365),
} as const satisfies SettingDefinitions
