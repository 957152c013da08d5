import { accountRouter } from "#features/accounts/server/account-router.ts"
import { guardianSignInRouter } from "#features/accounts/server/guardian-sign-in-router.ts"
import { peopleRouter } from "#features/accounts/server/people-router.ts"
import { accountsRouter } from "#features/accounts/server/router.ts"
import { viewsRouter } from "#features/accounts/server/views-router.ts"
import { adminRouter } from "#features/admin/server/router.ts"
import { childRouter } from "#features/attendance/server/child-router.ts"
import { attendanceRouter } from "#features/attendance/server/router.ts"
import { classesRouter } from "#features/classes/server/router.ts"
import { oneOnOneRouter } from "#features/classes/server/slot-router.ts"
import { contentRouter } from "#features/content/server/router.ts"
import {
  guardianConfirmationsRouter,
  guardianPeopleRouter,
  guardiansRouter,
  ownConsentsRouter,
  staffGuardiansRouter,
} from "#features/guardians/server/router.ts"
import { lessonsRouter } from "#features/lessons/server/router.ts"
import { notificationsRouter } from "#features/notifications/server/router.ts"
import { smsRouter } from "#features/notifications/server/sms-router.ts"
import { billsRouter } from "#features/payments/server/bills-router.ts"
import { bankRouter, moneyRouter, ordersRouter } from "#features/payments/server/desk-router.ts"
import { pickupsRouter } from "#features/payments/server/pickups-router.ts"
import { pointsRouter } from "#features/payments/server/points-router.ts"
import { referralsRouter } from "#features/payments/server/referrals-router.ts"
import { paymentsRouter } from "#features/payments/server/router.ts"
import { upiRouter } from "#features/payments/server/upi-router.ts"
import { premisesDeskRouter } from "#features/premises/server/desk-router.ts"
import { premisesRouter } from "#features/premises/server/router.ts"
import { programsRouter } from "#features/programs/server/router.ts"
import { recordingsRouter } from "#features/recordings/server/router.ts"
import { roomsRouter } from "#features/rooms/server/router.ts"
import { shopDeskRouter } from "#features/shop/server/desk-router.ts"
import { shopRouter } from "#features/shop/server/router.ts"
import type { ChangeFeed } from "./events/change-feed.ts"
import { eventsRouter } from "./events/events.ts"
import { integrationsRouter } from "./integrations.ts"

/** The implementation of the whole contract, one entry per feature. */
export function createRouter(feed: ChangeFeed) {
  return {
    accounts: accountsRouter,
    account: { ...accountRouter, ...ownConsentsRouter },
    people: { ...peopleRouter, ...guardianConfirmationsRouter, ...staffGuardiansRouter },
    views: viewsRouter,
    guardians: {
      ...guardianSignInRouter,
      ...guardiansRouter,
      ...guardianPeopleRouter,
      ...childRouter,
    },
    programs: programsRouter,
    lessons: lessonsRouter,
    classes: classesRouter,
    oneOnOne: oneOnOneRouter,
    payments: paymentsRouter,
    points: pointsRouter,
    pickups: pickupsRouter,
    referrals: referralsRouter,
    upi: upiRouter,
    bank: bankRouter,
    bills: billsRouter,
    orders: ordersRouter,
    money: moneyRouter,
    rooms: roomsRouter,
    attendance: attendanceRouter,
    recordings: recordingsRouter,
    notifications: notificationsRouter,
    sms: smsRouter,
    content: contentRouter,
    integrations: integrationsRouter,
    admin: adminRouter,
    shop: shopRouter,
    shopDesk: shopDeskRouter,
    premises: premisesRouter,
    premisesDesk: premisesDeskRouter,
    events: eventsRouter(feed),
  }
}

export type AppRouter = ReturnType<typeof createRouter>
