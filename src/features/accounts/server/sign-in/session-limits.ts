import type { Environment } from "#platform/env.ts"
import type { Role } from "#shared/roles.ts"
import { DAY, HOUR } from "#shared/time.ts"

export type SessionSettings = Pick<
  Environment,
  "STAFF_SESSION_IDLE_HOURS" | "STAFF_SESSION_DAYS" | "SESSION_IDLE_DAYS" | "SESSION_DAYS"
>

/**
 * Returns how long a session lasts, in milliseconds: without use, and in total since the sign-in. It is
 * shorter for staff, who can read other people's data.
 */
export function sessionLimits(env: SessionSettings, role: Role | null): { idle: number; total: number } {
  if (role === "admin" || role === "office" || role === "instructor")
    return { idle: env.STAFF_SESSION_IDLE_HOURS * HOUR, total: env.STAFF_SESSION_DAYS * DAY }
  return { idle: env.SESSION_IDLE_DAYS * DAY, total: env.SESSION_DAYS * DAY }
}

/**
 * Returns after how many milliseconds the last use of a session is stored again. Often enough for its idle
 * limit, but not on every request.
 */
export function noteAfter({ idle }: { idle: number }): number {
  return Math.min(DAY, idle / 12)
}
