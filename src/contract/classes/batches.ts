import { z } from "zod"
import { base, Id, WallDate, WallTime } from "../base.ts"
import { NewEnrolment } from "../programs/programs.ts"

/** The coming classes of a program that were scheduled as one series: what a student joins. */
export const Batch = z.object({
  /** The series' id. */
  id: Id,
  instructor_name: z.string(),
  /** The days of its coming classes: 1 is Monday and 7 Sunday. */
  weekdays: z.array(z.number().int().min(1).max(7)),
  /** The next class that has not started, or is on now. */
  next_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  last_date: WallDate,
  /** The dates of all coming classes, in order. */
  dates: z.array(WallDate),
  /** How many classes are coming. */
  classes: z.number().int(),
  /** Seats free in every coming class: the fewest of any. */
  free_seats: z.number().int(),
})
export type Batch = z.infer<typeof Batch>

const forProgram = z.object({ course_id: Id })

const listBatches = base
  .route({ method: "GET", path: "/programs/{course_id}/batches", summary: "List a program's next batches" })
  .input(forProgram)
  .output(z.array(Batch).max(12))

/** A batch that classes may be added to: when it was held last, or will be. */
export const EndingBatch = Batch.pick({
  ...{ id: true, weekdays: true, start_time: true, end_time: true, last_date: true },
})
export type EndingBatch = z.infer<typeof EndingBatch>

const listEndingBatches = base
  .route({
    method: "GET",
    path: "/programs/{course_id}/ending-batches",
    summary: "List an instructor's batches in a program, the one that ends last first, to add classes to",
  })
  .input(
    forProgram.extend({
      /** For admins: whose. Others get their own. */
      instructor_id: Id.optional(),
    }),
  )
  .output(z.array(EndingBatch).max(12))

const enrolInBatch = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/batches/{batch_id}/enrolments",
    summary: "Enrol in a program and take seats in the classes of one of its batches",
  })
  .input(forProgram.extend({ batch_id: Id }))
  .output(NewEnrolment)
  .errors({
    ALREADY_ENROLLED_IN_PROGRAM: { status: 409, message: "You are already enrolled in this course." },
    PAYMENT_NEEDED: { status: 402, message: "This program is paid for first: order it" },
  })

const setBatch = base
  .route({
    method: "PUT",
    path: "/admin/students/{student_id}/programs/{course_id}/batch",
    summary: "Move an enrolled student to a batch of the program, or to all of its classes",
  })
  .input(forProgram.extend({ student_id: Id, batch_id: Id.nullable() }))
  .output(z.object({ moved: z.boolean() }))

const endEnrolment = base
  .route({
    method: "POST",
    path: "/admin/students/{student_id}/programs/{course_id}/end",
    summary: "End a student's enrolment in a program today, without refunding anything",
  })
  .input(forProgram.extend({ student_id: Id }))
  .output(z.object({ ended: z.boolean() }))

/** When the next class of a program starts, wall-clock in the institution's zone. */
export const NextStart = z.object({ course_id: Id, scheduled_date: WallDate, start_time: WallTime })
export type NextStart = z.infer<typeof NextStart>

const listNextStarts = base
  .route({
    method: "GET",
    path: "/next-starts",
    summary:
      "List when the next regular class of each of these programs starts. Programs without one are left out",
  })
  .input(z.object({ course_ids: z.array(Id).max(100) }))
  .output(z.array(NextStart).max(100))

/** The batches of programs. */
export const batches = {
  batches: listBatches,
  endingBatches: listEndingBatches,
  ...{ enrolInBatch, setBatch, endEnrolment },
  nextStarts: listNextStarts,
}
