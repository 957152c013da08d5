import { eq, sql } from "drizzle-orm"
import { CHECKLIST, type Checklist } from "#contract/admin/admin-dashboard.ts"
import { ensureTaughtProfile } from "#features/accounts/server/service.ts"
import { students, teachers } from "#features/accounts/server/table.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { startClass } from "#features/classes/server/lifecycle.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { placeTestClass } from "#features/classes/server/test-classes.ts"
import { suppliers } from "#features/payments/server/bills/table.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { readSettingRows } from "#platform/settings.ts"
import { filedBrand } from "#shared/brand.ts"
import { officeMarks } from "./table.ts"

const DISMISSED = "checklist-dismissed"
const TEST_CLASS = "test-class"
/** The product's default name: while the academy has it, nobody has chosen one. */
const OWN_NAME = "Kaksha"

type Found = {
  instructors: boolean
  program: boolean
  timetable: boolean
  students: boolean
  seller: boolean
  held: boolean
  dismissed: boolean
  test_class_id: string | null
  test_class_status: string | null
}

/**
 * Returns how far the academy's setup is, from its rows: in a trial its people and classes count as an academy's own.
 * The catalogue that comes with the product counts once somebody changed or joined it. Two queries.
 */
export async function readChecklist(ctx: Ctx): Promise<Checklist> {
  const rows = await readSettingRows(ctx.db)
  const { rows: found } = await ctx.db.execute<Found>(sql`select
    exists (select from ${teachers} t where t.approved_at is not null) as instructors,
    exists (select from ${programs} where archived_at is null and (updated_at > created_at or created_at >
      (select min(created_at) + interval '1 minute' from ${programs})))
      or exists (select from ${enrollments}) as program,
    exists (select from ${scheduledClasses} c
      where c.id::text not in (select value from ${officeMarks} where name = ${TEST_CLASS})) as timetable,
    exists (select from ${students}) as students,
    exists (select from ${suppliers}) as seller,
    exists (select from ${attendanceVerdicts}) as held,
    exists (select from ${officeMarks} where name = ${DISMISSED}) as dismissed,
    test.id as test_class_id, test.status as test_class_status
    from (select 1) as one
    left join ${officeMarks} mark on mark.name = ${TEST_CLASS}
    left join ${scheduledClasses} test on test.id::text = mark.value`)
  const [state] = found
  const named = rows.has("academy_name") || filedBrand.name !== OWN_NAME
  const done: Record<(typeof CHECKLIST)[number], boolean> = {
    // A trial's own gateway takes no money.
    payments: ctx.env.paymentProvider === "razorpay" || Boolean(ctx.env.UPI_ID),
    seller: state?.seller ?? false,
    brand: named && ctx.brand.name !== "",
    instructors: state?.instructors ?? false,
    program: state?.program ?? false,
    timetable: state?.timetable ?? false,
    students: state?.students ?? false,
    mail: Boolean(ctx.env.SMTP_HOST),
    sms: Boolean(ctx.env.SMS_PROVIDER),
    // Who has held a class needs no test any more.
    test_class: state?.test_class_status === "completed" || (state?.held ?? false),
  }
  return {
    steps: CHECKLIST.map((step) => ({ step, done: done[step] })),
    dismissed: state?.dismissed ?? false,
    test_class_id: state?.test_class_status === "live" ? state.test_class_id : null,
  }
}

/** Hides the checklist for the whole office, or shows it again. */
export async function setDismissed(ctx: SignedInCtx, dismissed: boolean): Promise<void> {
  if (!dismissed) {
    await ctx.db.delete(officeMarks).where(eq(officeMarks.name, DISMISSED))
    return
  }
  await ctx.db.insert(officeMarks).values({ name: DISMISSED, at: ctx.clock.now() }).onConflictDoNothing()
}

/**
 * Starts a live class of half an hour, taught by the admin, to test camera, sound and room. Returns one that
 * is still running instead. Throws CLASS_OVERLAPS as a field error if the admin teaches another class now.
 */
export async function startTestClass(ctx: SignedInCtx): Promise<{ class_id: string }> {
  const { test_class_id } = await readChecklist(ctx)
  if (test_class_id) return { class_id: test_class_id }
  const class_id = await inTransaction(ctx, async (tx) => {
    await ensureTaughtProfile(tx)
    const id = await placeTestClass(tx)
    const mark = { value: id, at: tx.clock.now() }
    await tx.db
      .insert(officeMarks)
      .values({ name: TEST_CLASS, ...mark })
      .onConflictDoUpdate({ target: officeMarks.name, set: mark })
    await recordAct(tx, "class.test", id)
    return id
  })
  await startClass(ctx, class_id)
  return { class_id }
}
