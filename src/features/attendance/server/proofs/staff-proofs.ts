import { and, asc, eq, or, type SQL, sql } from "drizzle-orm"
import type {
  DeclineReason,
  MedicalProof,
  OpenedProof,
  WaitingProof,
} from "#contract/attendance/medical-proofs.ts"
import { students } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { tellGuardians } from "#features/guardians/server/links.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { countMedical, MOST_MEDICAL, markAttendance } from "../marks.ts"
import { readOwnClass } from "../sheet.ts"
import { absenceAnswers, attendanceVerdicts, medicalProofFiles, medicalProofs } from "../table.ts"
import { keyOf } from "./proof-files.ts"
import { filesStored, isStored, ofAbsence, readProofs } from "./proof-state.ts"

/** As long as it takes to look at a few pages. */
const LINK_SECONDS = 300

/** The proofs that wait for the viewer: of classes that they teach or own, and all for an admin. */
export function proofsWaitingFor({ viewer }: SignedInCtx): SQL | undefined {
  return and(
    eq(medicalProofs.state, "waiting"),
    // Presence that was found later needs no proof.
    eq(attendanceVerdicts.verdict, "absent"),
    viewer.role === "admin"
      ? undefined
      : or(
          eq(scheduledClasses.instructor_id, viewer.user_id),
          eq(scheduledClasses.substitutes_for, viewer.user_id),
        ),
  )
}

const verdictOfProof = and(
  eq(attendanceVerdicts.class_id, medicalProofs.class_id),
  eq(attendanceVerdicts.student_id, medicalProofs.student_id),
)

/** The rows behind `proofsWaitingFor`, to be counted. */
export function waitingProofs(ctx: SignedInCtx): SQL {
  return sql`select from ${medicalProofs}
    join ${attendanceVerdicts} on ${verdictOfProof}
    join ${scheduledClasses} on ${scheduledClasses.id} = ${medicalProofs.class_id}
    where ${proofsWaitingFor(ctx)}`
}

const columns = {
  class_id: medicalProofs.class_id,
  student_id: medicalProofs.student_id,
  first_name: students.first_name,
  last_name: students.last_name,
  title: scheduledClasses.title,
  scheduled_date: scheduledClasses.scheduled_date,
  start_time: scheduledClasses.start_time,
  files: filesStored,
  sent_at: medicalProofs.sent_at,
}

type Row = Omit<WaitingProof, "student_name"> & { first_name: string; last_name: string }

function describe({ first_name, last_name, ...row }: Row): WaitingProof {
  return {
    ...row,
    student_name: `${first_name} ${last_name}`.trim(),
    start_time: row.start_time.slice(0, 5),
  }
}

/** Lists the proofs that wait for the viewer's decision, oldest first. One query. Throws FIELD_ERRORS. */
export async function listWaitingProofs(
  ctx: SignedInCtx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: WaitingProof[]; next_cursor: string | null }> {
  const at = decodeCursor(cursor)
  const rows = await ctx.db
    .select(columns)
    .from(medicalProofs)
    .innerJoin(attendanceVerdicts, verdictOfProof)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, medicalProofs.class_id))
    .innerJoin(students, eq(students.user_id, medicalProofs.student_id))
    .where(
      and(
        proofsWaitingFor(ctx),
        at
          ? sql`(${medicalProofs.sent_at}, ${medicalProofs.student_id}) > (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(medicalProofs.sent_at), asc(medicalProofs.student_id))
    .limit(limitFor(limit))
  return toPage(rows, limit, (row) => ({ at: row.sent_at, id: row.student_id }), describe)
}

type OfAbsence = { class_id: string; student_id: string }

/**
 * Returns a proof with links to its files, each to save and not to run. Throws NOT_FOUND without one, and for
 * another instructor's class.
 */
export async function openProof(ctx: SignedInCtx, of: OfAbsence): Promise<OpenedProof> {
  const taught = await readOwnClass(ctx, of.class_id)
  const [row] = await ctx.db
    .select({
      ...columns,
      state: medicalProofs.state,
      reason: medicalProofs.reason,
      remark: medicalProofs.remark,
      note: absenceAnswers.note,
    })
    .from(medicalProofs)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, medicalProofs.class_id))
    .innerJoin(students, eq(students.user_id, medicalProofs.student_id))
    .leftJoin(
      absenceAnswers,
      and(
        eq(absenceAnswers.class_id, medicalProofs.class_id),
        eq(absenceAnswers.student_id, medicalProofs.student_id),
      ),
    )
    .where(ofAbsence(medicalProofs, of))
  if (!row) notFound()
  const { state, reason, remark, note, ...described } = row
  return {
    ...describe(described),
    ...{ state, reason, remark, note },
    used: await countMedical(ctx, taught, of.student_id),
    most: MOST_MEDICAL,
    opened: await linkFiles(ctx, of),
  }
}

async function linkFiles(ctx: SignedInCtx, of: OfAbsence): Promise<OpenedProof["opened"]> {
  const files = await ctx.db
    .select()
    .from(medicalProofFiles)
    .where(and(ofAbsence(medicalProofFiles, of), isStored))
    .orderBy(asc(medicalProofFiles.uploaded_at), asc(medicalProofFiles.id))
  return Promise.all(
    files.map(async (file, index) => ({
      ...{ id: file.id, content_type: file.content_type },
      ...{ size_bytes: file.size_bytes, uploaded_at: file.uploaded_at },
      url: await ctx.links.make(keyOf(file), {
        seconds: LINK_SECONDS,
        contentType: file.content_type,
        downloadAs: `proof-${index + 1}.${file.content_type.split("/")[1]}`,
        // With our own headers, in a bucket too.
        throughUs: true,
      }),
    })),
  )
}

type Decision = OfAbsence & {
  decision: "accept" | "decline"
  reason?: DeclineReason | undefined
  remark?: string | undefined
}

/**
 * Accepts a proof, which marks the absence as medical under the rule of the month, or declines it for a reason
 * that the family reads. The same decision again changes nothing. Throws NOT_FOUND, FIELD_ERRORS, MEDICAL_LIMIT,
 * and PROOF_DECIDED if it was decided otherwise.
 */
export async function decideProof(ctx: SignedInCtx, input: Decision): Promise<MedicalProof> {
  const { decision, reason, remark, ...of } = input
  if (decision === "accept" && !remark)
    refuseFields({ remark: "Say which proof you saw, such as a doctor's note" })
  if (decision === "decline" && !reason) refuseFields({ reason: "Choose a reason" })
  const state = decision === "accept" ? "accepted" : "declined"
  return inTransaction(ctx, async (tx) => {
    await readOwnClass(tx, of.class_id, { lock: true })
    const [row] = await tx.db.select().from(medicalProofs).where(ofAbsence(medicalProofs, of)).for("update")
    if (!row) notFound()
    if (row.state === "waiting")
      await settle(tx, of, state, { reason: reason ?? null, remark: remark || null })
    else if (row.state !== state) refuse("PROOF_DECIDED")
    return (await readProofs(tx, of.class_id, [of.student_id])).get(of.student_id)?.proof ?? notFound()
  })
}

async function settle(
  tx: SignedInCtx,
  of: OfAbsence,
  state: "accepted" | "declined",
  { reason, remark }: { reason: DeclineReason | null; remark: string | null },
): Promise<void> {
  await tx.db
    .update(medicalProofs)
    .set({
      ...{ state, remark, decided_by: tx.viewer.user_id, decided_at: tx.clock.now() },
      reason: state === "declined" ? reason : null,
    })
    .where(ofAbsence(medicalProofs, of))
  if (state === "accepted")
    await markAttendance(tx, { ...of, verdict: "excused", reason: remark ?? undefined })
  await recordAct(tx, `attendance.proof-${state}`, of.class_id, { student_id: of.student_id })
  await emit(tx, "class.attendance", of.class_id)
  await tellGuardians(tx, [of.student_id])
}
