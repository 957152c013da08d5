import { flag, number, type SettingDefinitions } from "#platform/settings.ts"

/** Who may sign in, what they must prove, and how long they stay signed in. */
export const accountSettings = {
  instructors_need_approval: flag("people", "instructorsNeedApproval", "INSTRUCTORS_NEED_APPROVAL"),
  admins_need_two_step: flag("people", "adminsNeedTwoStep", "ADMINS_NEED_TWO_STEP"),
  instructors_need_two_step: flag("people", "INSTRUCTORS_NEED_TWO_STEP", "INSTRUCTORS_NEED_TWO_STEP"),
  staff_session_idle_hours: number("people", "STAFF_SESSION_IDLE_HOURS", 1, 168),
  staff_session_days: number("people", "STAFF_SESSION_DAYS", 1, 30),
  session_idle_days: number("people", "SESSION_IDLE_DAYS", 1, 30),
  session_days: number("people", "SESSION_DAYS", 1, 365),
} as const satisfies SettingDefinitions
