import { accountsRouter } from "#features/accounts/server/router.ts"
import { programsRouter } from "#features/programs/server/router.ts"
import type { Changes } from "#platform/events.ts"
import { eventsRouter } from "./events.ts"

/** The implementation of the whole contract, one entry per feature. */
export function createRouter(changes: Changes) {
  return {
    accounts: accountsRouter,
    programs: programsRouter,
    events: eventsRouter(changes),
  }
}

export type AppRouter = ReturnType<typeof createRouter>
