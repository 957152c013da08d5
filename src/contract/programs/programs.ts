import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { DELIVERIES, LEVELS, PROGRAM_CURRICULA, SERVICES } from "./program-lists.ts"
import { programManagement } from "./program-management.ts"

export const PROGRAM_SORTS = ["default", "rating", "students", "price-low", "price-high", "duration"] as const

/** The last day of the viewer's membership, which may have passed; null without one. */
const ValidUntil = WallDate.nullable()

export const Program = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  instructor: z.string(),
  summary: z.string(),
  description: z.string(),
  image: z.string(),
  image_alt: z.string(),
  level: z.enum(LEVELS),
  service: z.enum(SERVICES),
  curriculum: z.enum(PROGRAM_CURRICULA),
  grade: z.string(),
  subject: z.string(),
  /** Out of 5; 0 while there are no ratings. */
  rating: z.number(),
  /** People with an active enrolment, as counted every five minutes. */
  students: z.number().int(),
  duration: z.string(),
  /** The price in integer paise. */
  price_paise: z.number().int(),
  delivery: z.enum(DELIVERIES),
  /** True while rating and students are sample figures. */
  sample_figures: z.boolean(),
  /** Whether the viewer is enrolled, also by a membership that ended; false for visitors. */
  enrolled: z.boolean(),
  valid_until: ValidUntil,
})
export type Program = z.infer<typeof Program>

export const ProgramDetails = Program.extend({
  /** What a month costs as a membership, in integer paise; null where none are sold. */
  monthly_fee_paise: z.number().int().nullable(),
  outline: z.array(z.string()),
  instructor_bio: z.string(),
  /** Where it is taught; null unless it is taught on premises. */
  venue: z.object({ name: z.string(), address: z.string() }).nullable(),
})
export type ProgramDetails = z.infer<typeof ProgramDetails>

export const ProgramQuery = z.object({
  search: z.string().trim().max(100).default(""),
  service: z.string().max(40).default("all"),
  curriculum: z.string().max(40).default("all"),
  grade: z.string().max(20).default("all"),
  subject: z.string().max(60).default("all"),
  /** How it is taught: online, recorded or on_premises. */
  delivery: z.string().max(20).default("all"),
  sort: z.enum(PROGRAM_SORTS).default("default"),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(60).default(60),
})
export type ProgramQuery = z.infer<typeof ProgramQuery>

export const listPrograms = base
  .route({ method: "GET", path: "/programs", summary: "List programs that match a search and filters" })
  .input(ProgramQuery)
  .output(
    z.object({
      items: z.array(Program),
      /**
       * Near matches: programs whose range of grades includes the chosen one, or that contain what a mistyped
       * word may have meant. Filled on the last page only; none of them is among the items.
       */
      near: z.array(Program).max(12),
      next_cursor: z.string().nullable(),
      /** How many match exactly, up to 10,000; more reads as 10,001, shown as "10,000+". */
      found: z.number().int(),
      subjects: z.array(z.string()),
    }),
  )

export const getProgram = base
  .route({ method: "GET", path: "/programs/{slug}", summary: "Get a program" })
  .input(z.object({ slug: z.string().max(120) }))
  .output(ProgramDetails)

export const listSimilarPrograms = base
  .route({
    method: "GET",
    path: "/programs/{slug}/similar",
    summary: "List programs similar to one, or to an address that no longer exists",
  })
  .input(z.object({ slug: z.string().max(120) }))
  .output(z.array(Program).max(4))

export const Enrolment = z.object({
  id: Id,
  course_id: Id,
  student_id: Id,
  status: z.enum(["active", "cancelled"]),
})

export const NewEnrolment = Enrolment.extend({
  /** What this enrolment earned; 0 where an earlier one in the same program did. */
  points_awarded: z.number().int(),
})

export const enrolInProgram = base
  .route({ method: "POST", path: "/programs/{course_id}/enrolments", summary: "Enrol in a program" })
  .input(z.object({ course_id: Id }))
  .output(NewEnrolment)
  .errors({
    ALREADY_ENROLLED_IN_PROGRAM: { status: 409, message: "You are already enrolled in this course." },
    PAYMENT_NEEDED: { status: 402, message: "This program is paid for first: order it" },
  })

export const listMyPrograms = base
  .route({ method: "GET", path: "/my/programs", summary: "List the student's programs" })
  .output(z.array(Program))

export const readMyPoints = base
  .route({ method: "GET", path: "/my/points", summary: "Get the student's points" })
  .output(z.object({ points: z.number().int() }))

export const programs = {
  list: listPrograms,
  get: getProgram,
  similar: listSimilarPrograms,
  enrol: enrolInProgram,
  mine: listMyPrograms,
  myPoints: readMyPoints,
  ...programManagement,
}
