import { sql } from "drizzle-orm"
import { accountsData, eraseAccountOf, readSubject } from "#features/accounts/server/personal-data.ts"
import { attendanceData } from "#features/attendance/server/personal-data.ts"
import { classesData } from "#features/classes/server/personal-data.ts"
import { contentData } from "#features/content/server/personal-data.ts"
import { guardiansData } from "#features/guardians/server/personal-data.ts"
import { ledgerData } from "#features/ledger/server/personal-data.ts"
import { lessonsData } from "#features/lessons/server/personal-data.ts"
import { notificationsData } from "#features/notifications/server/personal-data.ts"
import { paymentsData } from "#features/payments/server/personal-data.ts"
import { premisesData } from "#features/premises/server/personal-data.ts"
import { programsData } from "#features/programs/server/personal-data.ts"
import { recordingsData } from "#features/recordings/server/personal-data.ts"
import { roomsData } from "#features/rooms/server/personal-data.ts"
import { shopData } from "#features/shop/server/personal-data.ts"
import type { PersonalData } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"

/** Every feature that keeps anything about people. */
export const personalDataOf: PersonalDataOf[] = [
  accountsData,
  guardiansData,
  contentData,
  ledgerData,
  programsData,
  lessonsData,
  notificationsData,
  classesData,
  paymentsData,
  roomsData,
  attendanceData,
  recordingsData,
  shopData,
  premisesData,
]

/** Exports, erases and reclaims a person over all features. */
export const personalData: PersonalData = {
  async exportFor(ctx, userId) {
    const subject = await readSubject(ctx, userId)
    const parts: Record<string, unknown> = {}
    for (const part of personalDataOf) parts[part.feature] = await part.exportFor(ctx, subject.known)
    return parts
  },
  attached: sql.join([sql`false`, ...personalDataOf.flatMap(({ attached }) => attached ?? [])], sql` or `),
  async eraseFor(tx, userId) {
    const subject = await readSubject(tx, userId)
    let kept = 0
    for (const part of personalDataOf.toReversed())
      kept += await part.eraseFor(tx, part.byProvedContact ? subject.known : subject.all)
    await eraseAccountOf(tx, userId, kept > 0)
  },
  async reclaimFor(tx, reclaimed) {
    for (const part of personalDataOf) await part.reclaimFor?.(tx, reclaimed)
  },
}
