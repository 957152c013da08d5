import { accountsJobs } from "#features/accounts/server/jobs.ts"
import { adminJobs } from "#features/admin/server/jobs.ts"
import { absenceNoticeJobs, attendanceJobs } from "#features/attendance/server/jobs.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { contentJobs } from "#features/content/server/jobs.ts"
import { guardiansJobs } from "#features/guardians/server/jobs.ts"
import { lessonsJobs } from "#features/lessons/server/jobs.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { paymentsJobs } from "#features/payments/server/jobs.ts"
import { premisesJobs } from "#features/premises/server/jobs.ts"
import { programsJobs } from "#features/programs/server/jobs.ts"
import { recordingJobs } from "#features/recordings/server/jobs.ts"
import { roomsJobs } from "#features/rooms/server/jobs.ts"
import type { Job } from "#platform/jobs/jobs.ts"

/** Every job of the product. */
export const jobs: Job[] = [
  ...accountsJobs,
  ...guardiansJobs,
  ...programsJobs,
  ...lessonsJobs,
  ...classesJobs,
  ...paymentsJobs,
  ...premisesJobs,
  ...roomsJobs,
  ...attendanceJobs,
  ...absenceNoticeJobs,
  ...recordingJobs,
  ...notificationJobs,
  ...contentJobs,
  ...adminJobs,
]
