import { eq, ilike, inArray, or, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import type { PersonalDataOf, Subject } from "#platform/personal-data.ts"
import { maskPhone } from "#shared/phone.ts"
import { oneTimeCodes, pendingSignIns, recoveryCodes, twoStepSecrets } from "./security-tables.ts"
import {
  account,
  admins,
  demoPeople,
  guardians,
  mailRequests,
  officeStaff,
  session,
  students,
  teachers,
  user,
  verification,
} from "./table.ts"
import { dataViews } from "./view-tables.ts"

/** The name shown for an erased account in records that are kept. */
export const ERASED_NAME = "Deleted account"

type Db = Pick<Ctx, "db">

/**
 * Returns the contacts by which tables refer to a person: `known` is what the person may see, `all` what must
 * be erased with them. Numbers that somebody else has too, such as a sibling or the child of a teacher, are left
 * out, because messages to them may be about others.
 */
export async function readSubject(ctx: Db, userId: string): Promise<{ known: Subject; all: Subject }> {
  const [row] = await ctx.db
    .select({
      email: user.email,
      verified: user.emailVerified,
      student_phone: students.phone,
      parent_phone: students.parent_phone,
      teacher_phone: teachers.phone,
      admin_phone: admins.phone,
      office_phone: officeStaff.phone,
      guardian_phone: guardians.phone,
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .where(eq(user.id, userId))
  if (!row) notFound()
  const own = [row.student_phone, row.teacher_phone, row.admin_phone, row.office_phone, row.guardian_phone]
  const present = (contacts: (string | null)[]) => [...new Set(contacts.filter((one) => one !== null))]
  const phones = present([row.parent_phone, ...own])
  const shared = await sharedNumbers(ctx, userId, phones)
  const alone = phones.filter((phone) => !shared.has(phone))
  return {
    known: { user_id: userId, contacts: present([row.verified ? row.email : null, row.guardian_phone]) },
    all: { user_id: userId, contacts: present([row.email, ...alone]) },
  }
}

/** Returns those of these numbers that are another person's, or that of another student's parent. */
async function sharedNumbers(ctx: Db, userId: string, phones: string[]): Promise<Set<string>> {
  const columns = [
    students.phone,
    students.parent_phone,
    teachers.phone,
    admins.phone,
    officeStaff.phone,
    guardians.phone,
  ]
  const known = columns.map((phone) => sql`select user_id, ${phone} as phone from ${phone.table}`)
  const { rows } = await ctx.db.execute<{ phone: string }>(sql`
    select distinct phone from (${sql.join(known, sql` union all `)}) known
    where user_id <> ${userId} and ${inArray(sql`phone`, phones)}`)
  return new Set(rows.map(({ phone }) => phone))
}

/** Other guardians get the named guardian's number as their pages show it: masked. */
async function exportStudent({ db, viewer }: Pick<Ctx, "db" | "viewer">, userId: string) {
  const rows = await db.select().from(students).where(eq(students.user_id, userId))
  if (viewer?.user_id === userId) return rows
  const own = viewer
    ? await db.select({ phone: guardians.phone }).from(guardians).where(eq(guardians.user_id, viewer.user_id))
    : []
  const isOwn = (number: string) => own.some(({ phone }) => phone === number)
  return rows.map(({ parent_phone, ...row }) => ({
    ...row,
    parent_phone: parent_phone === null || isOwn(parent_phone) ? parent_phone : maskPhone(parent_phone),
  }))
}

export const accountsData: PersonalDataOf = {
  feature: "accounts",
  tables: [
    "users",
    "sessions",
    "credentials",
    "verifications",
    "mail_requests",
    "teachers",
    "students",
    "admins",
    "office_staff",
    "demo_people",
    "guardians",
    "data_views",
    "two_step_secrets",
    "recovery_codes",
    "pending_sign_ins",
    "one_time_codes",
  ],
  async exportFor(ctx, { user_id }) {
    const { db } = ctx
    return {
      users: await db.select().from(user).where(eq(user.id, user_id)),
      students: await exportStudent(ctx, user_id),
      teachers: await db.select().from(teachers).where(eq(teachers.user_id, user_id)),
      admins: await db.select().from(admins).where(eq(admins.user_id, user_id)),
      office_staff: await db.select().from(officeStaff).where(eq(officeStaff.user_id, user_id)),
      guardians: await db.select().from(guardians).where(eq(guardians.user_id, user_id)),
      data_views: await db
        .select()
        .from(dataViews)
        .where(or(eq(dataViews.student_id, user_id), eq(dataViews.viewer_id, user_id))),
      sessions: await db
        .select({
          signed_in_at: session.createdAt,
          last_used_at: session.updatedAt,
          address: session.ipAddress,
          device: session.userAgent,
        })
        .from(session)
        .where(eq(session.userId, user_id)),
      credentials: await db
        .select({ provider: account.providerId, since: account.createdAt })
        .from(account)
        .where(eq(account.userId, user_id)),
      two_step: await db
        .select({ since: twoStepSecrets.confirmed_at })
        .from(twoStepSecrets)
        .where(eq(twoStepSecrets.user_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id, contacts }) {
    const { db } = tx
    await db.delete(session).where(eq(session.userId, user_id))
    await db.delete(account).where(eq(account.userId, user_id))
    await db.delete(twoStepSecrets).where(eq(twoStepSecrets.user_id, user_id))
    await db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, user_id))
    await db.delete(pendingSignIns).where(eq(pendingSignIns.user_id, user_id))
    await db.delete(oneTimeCodes).where(eq(oneTimeCodes.user_id, user_id))
    await db.delete(demoPeople).where(eq(demoPeople.user_id, user_id))
    await db
      .delete(mailRequests)
      .where(or(eq(mailRequests.user_id, user_id), inArray(mailRequests.email, [...contacts])))
    for (const contact of contacts) {
      await db
        .delete(verification)
        .where(ilike(verification.identifier, `%${contact.replace(/[\\%_]/g, "\\$&")}%`))
    }
    await db.delete(dataViews).where(eq(dataViews.student_id, user_id))
    return 0
  },
}

/** Deletes the account, or with `kept` clears its row and profiles because records refer to them. */
export async function eraseAccountOf(tx: Ctx, userId: string, kept: boolean): Promise<void> {
  const { db } = tx
  if (!kept) {
    await db.delete(user).where(eq(user.id, userId))
    return
  }
  const email = `${userId}@erased.invalid`
  const blank = { email, first_name: ERASED_NAME, last_name: "", phone: null }
  const now = tx.clock.now()
  await db.delete(admins).where(eq(admins.user_id, userId))
  await db.delete(officeStaff).where(eq(officeStaff.user_id, userId))
  await db.delete(guardians).where(eq(guardians.user_id, userId))
  await db
    .update(teachers)
    .set({ ...blank, approved_at: null, ended_at: now })
    .where(eq(teachers.user_id, userId))
  await db
    .update(students)
    .set({
      ...blank,
      grade: null,
      curriculum: null,
      date_of_birth: null,
      date_of_birth_claimed: null,
      minor_until: null,
      under_18: false,
      parent_name: null,
      parent_phone: null,
      parent_phone_confirmed_at: null,
      sms_notifications_enabled: false,
    })
    .where(eq(students.user_id, userId))
  await db
    .update(user)
    .set({
      name: ERASED_NAME,
      email,
      emailVerified: false,
      image: null,
      disabledAt: now,
      disabledReason: null,
      eraseAt: null,
      eraseAskedBy: null,
      erasedAt: now,
      updatedAt: now,
    })
    .where(eq(user.id, userId))
}
