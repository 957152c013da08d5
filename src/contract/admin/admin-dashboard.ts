import { z } from "zod"
import { SettledVerdict } from "../attendance/attendance-sheets.ts"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"
import { CLASS_STATUSES, CLASS_TYPES, ScheduledClass } from "../classes/classes.ts"
import { GuardianProof } from "../guardians/confirming.ts"
import { AuditEntry } from "./admin-audit.ts"

const count = z.number().int()

/** Something that needs the office. Counted up to 100. */
export const Attention = z.object({
  kind: z.enum([
    "instructors",
    "numbers",
    "guardians",
    "restored",
    "notices",
    "proofs",
    "recordings",
    "calls",
    "upi",
    "refunds",
    "enquiries",
  ]),
  count,
  /** The class that the newest of them is about. */
  class_id: Id.nullable(),
})
export type Attention = z.infer<typeof Attention>

export const CHECKLIST = [
  "payments",
  "seller",
  "brand",
  "instructors",
  "program",
  "timetable",
  "students",
  "mail",
  "sms",
  "test_class",
] as const

export const Checklist = z.object({
  steps: z.array(z.object({ step: z.enum(CHECKLIST), done: z.boolean() })),
  dismissed: z.boolean(),
  /** The test class that runs now. */
  test_class_id: Id.nullable(),
})
export type Checklist = z.infer<typeof Checklist>

export const readOverview = base
  .route({ method: "GET", path: "/admin/overview", summary: "Get the office's overview" })
  .output(
    z.object({
      /** Counts above 10,000 are given as 10,001. */
      figures: z.object({
        students: count,
        instructors: count,
        courses: count,
        live_now: count,
        todays_classes: count,
        enrolments: count,
      }),
      attention: z.array(Attention),
      live: z.array(ScheduledClass),
      /** The next class of the academy. */
      next: ScheduledClass.nullable(),
      activity: z.array(AuditEntry),
      checklist: Checklist,
    }),
  )

/** A student as the office lists them. */
export const StudentEntry = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  grade: z.string().nullable(),
  curriculum: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  under_18: z.boolean(),
  parent_name: z.string().nullable(),
  parent_phone: z.string().nullable(),
  parent_confirmed: z.boolean(),
  /** Titles of the programs they are enrolled in today. */
  programs: z.array(z.string()),
  /**
   * Share of completed classes that were attended; medical absences and classes without a verdict don't
   * count.
   */
  attended: count,
  held: count,
  disabled: z.boolean(),
  created_at: z.date(),
})
export type StudentEntry = z.infer<typeof StudentEntry>

export const listStudents = base
  .route({
    method: "GET",
    path: "/admin/students",
    summary: "List students with their courses and attendance, newest first",
  })
  .input(
    PageQuery.extend({
      /** Any part of a name or an e-mail, or at least the last six digits of a phone number. */
      q: z.string().trim().max(100).default(""),
      grade: z.string().max(20).optional(),
      course_id: Id.optional(),
    }),
  )
  .output(pageOf(StudentEntry))

/** A program that a student is in, and the batch; null for all classes. */
const StudentEnrolment = z.object({ course_id: Id, title: z.string(), batch_id: Id.nullable() })
export type StudentEnrolment = z.infer<typeof StudentEnrolment>

export const readStudent = base
  .route({
    method: "GET",
    path: "/admin/students/{student_id}",
    summary: "Get a student with the latest classes",
  })
  .input(z.object({ student_id: Id }))
  .output(
    StudentEntry.extend({
      first_name: z.string(),
      last_name: z.string(),
      /** The programs that the student is in today. */
      enrolments: z.array(StudentEnrolment),
      /** Programs of memberships that ended and were not renewed, with their last day. */
      ended_programs: z.array(z.object({ title: z.string(), valid_until: WallDate })),
      classes: z.array(
        z.object({
          class_id: Id,
          title: z.string(),
          scheduled_date: WallDate,
          start_time: z.string(),
          status: z.enum(CLASS_STATUSES),
          verdict: SettledVerdict.nullable(),
          /** The absence counts as attended, for its make-up class was. */
          made_up: z.boolean(),
        }),
      ),
      guardians: z.array(
        z.object({
          guardian_id: Id,
          name: z.string(),
          /** Null for a guardian who was invited by e-mail. */
          phone: z.string().nullable(),
          confirmed: z.boolean(),
          /** They answered in a browser in which the student signs in. */
          from_childs_device: z.boolean(),
          /** Names of students whose own number it is. */
          phone_of: z.array(z.string()),
          /** When staff confirmed who this is, and who of them did. */
          known_at: z.date().nullable(),
          known_how: GuardianProof.nullable(),
          known_by: z.string().nullable(),
        }),
      ),
    }),
  )

export const CLASS_STATES = ["live", "upcoming", "past", "cancelled"] as const

export const listAllClasses = base
  .route({ method: "GET", path: "/admin/classes", summary: "List everyone's classes, for the office" })
  .input(
    PageQuery.extend({
      state: z.enum(CLASS_STATES).default("upcoming"),
      /** Any part of the title. */
      q: z.string().trim().max(100).default(""),
      instructor_id: Id.optional(),
      class_type: z.enum(CLASS_TYPES).optional(),
      date: WallDate.optional(),
    }),
  )
  .output(pageOf(ScheduledClass))

const Week = z.object({
  /** The Monday it begins with. */
  week: WallDate,
  program_enrolments: count,
  class_enrolments: count,
  new_students: count,
  present: count,
  absent: count,
})
export type Week = z.infer<typeof Week>

export const readTrends = base
  .route({ method: "GET", path: "/admin/trends", summary: "Get twelve weeks of enrolments and attendance" })
  .output(
    z.object({ weeks: z.array(Week), services: z.array(z.object({ service: z.string(), enrolled: count })) }),
  )

export const dismissChecklist = base
  .route({ method: "PUT", path: "/admin/checklist", summary: "Hide the checklist, or show it again" })
  .input(z.object({ dismissed: z.boolean() }))
  .output(z.object({}))

export const startTestClass = base
  .route({
    method: "POST",
    path: "/admin/test-class",
    summary: "Start a private test class of half an hour, or return the one that is live",
  })
  .output(z.object({ class_id: Id }))

export const adminDashboard = {
  overview: readOverview,
  students: listStudents,
  student: readStudent,
  classes: listAllClasses,
  trends: readTrends,
  dismissChecklist,
  startTestClass,
}
