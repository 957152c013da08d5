import { eq } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { enrolmentEnded } from "#features/classes/ended-text.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { CATALOGUE_PATH } from "#features/programs/paths.ts"
import { endPresentEnrolment } from "#features/programs/server/service.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { dateInZone } from "#shared/time.ts"
import { FAMILY, FAMILY_PATH } from "../notices/to-families.ts"

/**
 * Ends a student's enrolment in a program for the office. Seats in coming classes follow by a job, and the family is told;
 * what was paid stays as it is. Returns whether it ended now: a repeat changes nothing. Throws NOT_FOUND for a student who
 * never was in the program.
 */
export function endEnrolment(
  ctx: SignedInCtx,
  { course_id, student_id }: { course_id: string; student_id: string },
): Promise<{ ended: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const enrolment_id = await endPresentEnrolment(tx, { course_id, student_id })
    if (!enrolment_id) return { ended: false }
    await recordAct(tx, "program.end", course_id, { student_id })
    await tx.jobs.publish(tx, "program.ended", {
      enrolment_id,
      on: dateInZone(tx.clock.now(), tx.env.TIME_ZONE),
    })
    return { ended: true }
  })
}

/**
 * Tells a student, and the guardians who are told about them, that the office ended the enrolment on this day of the
 * institution's zone. Once.
 */
export function tellEnded(
  ctx: Ctx,
  { enrolment_id, on }: { enrolment_id: string; on: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [ended] = await tx.db
      .select({
        student_id: enrollments.student_id,
        first_name: students.first_name,
        program: programs.title,
      })
      .from(enrollments)
      .innerJoin(programs, eq(programs.id, enrollments.course_id))
      .innerJoin(students, eq(students.user_id, enrollments.student_id))
      .where(eq(enrollments.id, enrolment_id))
    if (!ended) return
    const { student_id, first_name, program } = ended
    const told = await listTold(tx, [student_id])
    await tellPeople(tx, {
      ...{ topic: "class_changes", kind: "enrolment-ended", cause_id: enrolment_id },
      ...{ people: [student_id, ...told.map(({ guardian_id }) => guardian_id)], about: [student_id] },
      write({ user_id, language, first_name: reader }) {
        const isStudent = user_id === student_id
        const facts = { program, date: on, student: isStudent ? null : first_name }
        const { title, text, push, button } = enrolmentEnded(facts, language)
        const href = isStudent ? CATALOGUE_PATH : FAMILY_PATH
        const hello = language === "en" ? `Hello ${reader},` : `नमस्ते ${reader},`
        return {
          ...{ title, text, href, push: { title, text: push }, whatsapp: { title, text } },
          mail: {
            subject: title,
            paragraphs: [hello, text],
            button: {
              label: isStudent ? button : FAMILY[language],
              url: `${tx.address.replace(/\/+$/, "")}${href}`,
            },
          },
        }
      },
    })
  })
}
