import { account } from "./account.ts"
import { accounts } from "./accounts.ts"
import { admin } from "./admin.ts"
import { attendance } from "./attendance.ts"
import { classes } from "./class-procedures.ts"
import { content } from "./content.ts"
import { events } from "./events.ts"
import { guardians } from "./guardians.ts"
import { integrations } from "./integrations.ts"
import { invitationAnswers } from "./invitations.ts"
import { lessons } from "./lessons.ts"
import { notifications } from "./notifications.ts"
import { oneOnOne } from "./one-on-one.ts"
import { people } from "./people.ts"
import { programs } from "./programs.ts"
import { recordings } from "./recording-procedures.ts"
import { rooms } from "./rooms.ts"
import { signInProcedures } from "./sign-in.ts"
import { sms } from "./sms.ts"
import { views } from "./views.ts"

/** Everything the API promises, one entry per feature. */
export const contract = {
  accounts: { ...accounts, ...signInProcedures, ...invitationAnswers },
  account,
  people,
  views,
  guardians,
  programs,
  lessons,
  classes,
  oneOnOne,
  rooms,
  attendance,
  recordings,
  notifications,
  sms,
  content,
  integrations,
  admin,
  events,
}
export type Contract = typeof contract
