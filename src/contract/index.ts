import { accounts } from "./accounts.ts"
import { attendance } from "./attendance.ts"
import { classes } from "./classes.ts"
import { content } from "./content.ts"
import { events } from "./events.ts"
import { notifications } from "./notifications.ts"
import { programs } from "./programs.ts"
import { recordings } from "./recordings.ts"
import { rooms } from "./rooms.ts"

/** Everything the API promises, one entry per feature. */
export const contract = {
  accounts,
  programs,
  classes,
  rooms,
  attendance,
  recordings,
  notifications,
  content,
  events,
}
export type Contract = typeof contract
