import { account } from "./accounts/account.ts"
import { accounts } from "./accounts/accounts.ts"
import { invitationAnswers } from "./accounts/invitations.ts"
import { people } from "./accounts/people.ts"
import { signInProcedures } from "./accounts/sign-in.ts"
import { views } from "./accounts/views.ts"
import { admin } from "./admin/admin.ts"
import { integrations } from "./admin/integrations.ts"
import { attendance } from "./attendance/attendance.ts"
import { bank } from "./bank.ts"
import { bills } from "./bills.ts"
import { classes } from "./classes/class-procedures.ts"
import { oneOnOne } from "./classes/one-on-one.ts"
import { content } from "./content.ts"
import { events } from "./events.ts"
import { guardianConfirmations } from "./guardians/confirming.ts"
import { ownConsents } from "./guardians/consents.ts"
import { guardians } from "./guardians/guardians.ts"
import { guardianPeople, staffGuardians } from "./guardians/people.ts"
import { lessons } from "./lessons.ts"
import { money } from "./money.ts"
import { notifications } from "./notifications.ts"
import { orders } from "./orders.ts"
import { payments } from "./payments/payments.ts"
import { pickups } from "./pickups.ts"
import { points } from "./points.ts"
import { premisesDesk } from "./premises/desk.ts"
import { premises } from "./premises/premises.ts"
import { programs } from "./programs/programs.ts"
import { recordings } from "./recordings/recording-procedures.ts"
import { referrals } from "./referrals.ts"
import { rooms } from "./rooms/rooms.ts"
import { shopDesk } from "./shop/desk.ts"
import { shop } from "./shop/shop.ts"
import { sms } from "./sms.ts"
import { upi } from "./upi.ts"

/** Everything the API promises, one entry per feature. */
export const contract = {
  accounts: { ...accounts, ...signInProcedures, ...invitationAnswers },
  account: { ...account, ...ownConsents },
  people: { ...people, ...guardianConfirmations, ...staffGuardians },
  views,
  guardians: { ...guardians, ...guardianPeople },
  programs,
  lessons,
  classes,
  oneOnOne,
  payments,
  points,
  pickups,
  referrals,
  upi,
  bank,
  bills,
  orders,
  money,
  rooms,
  attendance,
  recordings,
  notifications,
  sms,
  content,
  integrations,
  admin,
  shop,
  shopDesk,
  premises,
  premisesDesk,
  events,
}
export type Contract = typeof contract
