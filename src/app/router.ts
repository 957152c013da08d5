import { accountsRouter } from "#features/accounts/server/router.ts"
import { attendanceRouter } from "#features/attendance/server/router.ts"
import { classesRouter } from "#features/classes/server/router.ts"
import { contentRouter } from "#features/content/server/router.ts"
import { notificationsRouter } from "#features/notifications/server/router.ts"
import { programsRouter } from "#features/programs/server/router.ts"
import { recordingsRouter } from "#features/recordings/server/router.ts"
import { roomsRouter } from "#features/rooms/server/router.ts"
import type { Changes } from "#platform/events.ts"
import { eventsRouter } from "./events.ts"

/** The implementation of the whole contract, one entry per feature. */
export function createRouter(changes: Changes) {
  return {
    accounts: accountsRouter,
    programs: programsRouter,
    classes: classesRouter,
    rooms: roomsRouter,
    attendance: attendanceRouter,
    recordings: recordingsRouter,
    notifications: notificationsRouter,
    content: contentRouter,
    events: eventsRouter(changes),
  }
}

export type AppRouter = ReturnType<typeof createRouter>
