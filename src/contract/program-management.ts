import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "./base.ts"
import { LEVELS, PROGRAM_CURRICULA, SERVICES } from "./program-lists.ts"

/** Says that something required is missing; each field says it by its own words. */
const required = (words: string, most: number) =>
  z.string(words).trim().min(1, words).max(most, `Use at most ${most} characters`)

/** A course as an admin writes it. Title, instructor and curriculum are required; the rest has sensible values. */
export const ProgramDraft = z.object({
  title: required("Give the course a title", 120),
  instructor: required("Say who teaches it", 120),
  curriculum: z.enum(PROGRAM_CURRICULA, "Choose a curriculum"),
  service: z.enum(SERVICES, "Choose a service").default("Academics"),
  level: z.enum(LEVELS, "Choose a level").default("Beginner"),
  grade: z
    .string()
    .trim()
    .regex(
      /^(All|[1-9]|1[0-2]|([1-9]|1[0-2])-([1-9]|1[0-2]))$/,
      "Give 'All', a grade such as 8, or a range such as 6-8",
    )
    .default("All"),
  subject: z.string().trim().max(60, "Use at most 60 characters").default(""),
  duration: z
    .string()
    .trim()
    .regex(
      /^[1-9]\d{0,3} (hour|day|week|month|year)s?$/,
      "Give a length such as 6 months, 20 hours or 1 week",
    )
    .default("3 months"),
  /** The price in whole rupees. */
  price_rupees: z.coerce
    .number("Give a price in rupees, such as 4999")
    .int("Give whole rupees, such as 4999")
    .min(0, "A price is not below 0")
    .max(1_000_000, "Give at most 10,00,000 rupees")
    .default(0),
  delivery: z.enum(["online", "recorded", "on_premises"], "Choose how it is taught").default("online"),
  venue_name: z.string().trim().max(120, "Use at most 120 characters").default(""),
  venue_address: z.string().trim().max(300, "Use at most 300 characters").default(""),
  /** The instructor whose account may change its video lessons; empty for the office alone. */
  teacher_id: z.union([Id, z.literal("")], "Choose a teacher from the list").default(""),
  summary: z.string().trim().max(300, "Use at most 300 characters").default(""),
  description: z.string().trim().max(8_000, "Use at most 8,000 characters").default(""),
})
export type ProgramDraft = z.infer<typeof ProgramDraft>

/** A course as the office sees it, archived ones too. */
export const ManagedProgram = ProgramDraft.extend({
  id: Id,
  slug: z.string(),
  /** Whose `teacher_id` it is, also of somebody who no longer teaches; empty for nobody. */
  teacher_name: z.string(),
  archived_at: z.date().nullable(),
  created_at: z.date(),
  /** Active enrolments, counted up to 1,000. */
  enrolled: z.number().int(),
  materials: z.number().int(),
})
export type ManagedProgram = z.infer<typeof ManagedProgram>

export const manageList = base
  .route({ method: "GET", path: "/admin/programs", summary: "Courses for the office, the newest first" })
  .input(
    PageQuery.extend({
      /** Any part of title, instructor or subject. */
      q: z.string().trim().max(100).default(""),
      service: z.enum(SERVICES).optional(),
      curriculum: z.enum(PROGRAM_CURRICULA).optional(),
      state: z.enum(["offered", "archived"]).default("offered"),
    }),
  )
  .output(pageOf(ManagedProgram))

const forProgram = z.object({ course_id: Id })

export const readManaged = base
  .route({ method: "GET", path: "/admin/programs/{course_id}", summary: "One course for the office" })
  .input(forProgram)
  .output(ManagedProgram)

export const createProgram = base
  .route({ method: "POST", path: "/admin/programs", summary: "Create a course" })
  .input(ProgramDraft.extend({ /** The same form sent twice makes one course. */ id: Id.optional() }))
  .output(ManagedProgram)

export const editProgram = base
  .route({ method: "PUT", path: "/admin/programs/{course_id}", summary: "Edit a course" })
  .input(ProgramDraft.extend({ course_id: Id }))
  .output(ManagedProgram)

export const archiveProgram = base
  .route({
    method: "POST",
    path: "/admin/programs/{course_id}/archive",
    summary: "Take a course out of the catalogue; who is enrolled stays",
  })
  .input(forProgram)
  .output(ManagedProgram)

export const restoreProgram = base
  .route({ method: "DELETE", path: "/admin/programs/{course_id}/archive", summary: "Offer it again" })
  .input(forProgram)
  .output(ManagedProgram)

/** A file for the students of a program. */
export const Material = z.object({
  id: Id,
  course_id: Id,
  title: z.string(),
  name: z.string(),
  content_type: z.string(),
  size_bytes: z.number().int(),
  created_at: z.date(),
})
export type Material = z.infer<typeof Material>

export const listMaterials = base
  .route({
    method: "GET",
    path: "/programs/{course_id}/materials",
    summary: "The material of a program, for its students and the office, newest first",
  })
  .input(forProgram)
  .output(z.array(Material))

export const addMaterial = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/materials",
    summary: "Upload material, at most 20 MB; the same id again is the same file",
  })
  .input(
    forProgram.extend({
      id: Id,
      title: z.string().trim().max(120, "Use at most 120 characters").default(""),
      file: z.file("Choose a file"),
    }),
  )
  .output(Material)

const forMaterial = forProgram.extend({ material_id: Id })

export const linkMaterial = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/materials/{material_id}/link",
    summary: "A link to the file, good for a minute",
  })
  .input(forMaterial)
  .output(z.object({ url: z.string() }))

export const removeMaterial = base
  .route({
    method: "DELETE",
    path: "/programs/{course_id}/materials/{material_id}",
    summary: "Take material back, into a bin for 30 days",
  })
  .input(forMaterial)
  .output(z.object({}))

export const listRemovedMaterials = base
  .route({
    method: "GET",
    path: "/admin/programs/{course_id}/removed-materials",
    summary: "What was taken back in the last 30 days, the newest first",
  })
  .input(forProgram)
  .output(z.array(Material.extend({ deleted_at: z.date() })))

export const restoreMaterial = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/materials/{material_id}/restore",
    summary: "Put material back that was taken back in the last 30 days",
  })
  .input(forMaterial)
  .output(Material)

export const programManagement = {
  manage: manageList,
  readManaged,
  create: createProgram,
  edit: editProgram,
  archive: archiveProgram,
  restore: restoreProgram,
  materials: listMaterials,
  addMaterial,
  linkMaterial,
  removeMaterial,
  removedMaterials: listRemovedMaterials,
  restoreMaterial,
}
