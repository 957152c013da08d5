import { z } from "zod"
import { base, Id, PageQuery, pageOf } from "../base.ts"
import { LEVELS, PROGRAM_CURRICULA, SERVICES } from "./program-lists.ts"

/** A required text; each field has its own words for a missing value. */
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
  /** What a month costs as a membership, in whole rupees; 0 where none are sold. */
  monthly_fee_rupees: z.coerce
    .number("Give a fee in rupees, such as 1500")
    .int("Give whole rupees, such as 1500")
    .min(0, "A fee is not below 0")
    .max(100_000, "Give at most 1,00,000 rupees")
    .default(0),
  delivery: z.enum(["online", "recorded", "on_premises"], "Choose how it is taught").default("online"),
  venue_name: z.string().trim().max(120, "Use at most 120 characters").default(""),
  venue_address: z.string().trim().max(300, "Use at most 300 characters").default(""),
  /** The instructor whose account may change its video lessons; empty if only the office may. */
  teacher_id: z.union([Id, z.literal("")], "Choose a teacher from the list").default(""),
  summary: z.string().trim().max(300, "Use at most 300 characters").default(""),
  description: z.string().trim().max(8_000, "Use at most 8,000 characters").default(""),
})
export type ProgramDraft = z.infer<typeof ProgramDraft>

/** A course as the office sees it, archived ones too. */
export const ManagedProgram = ProgramDraft.extend({
  id: Id,
  slug: z.string(),
  /** The name of the person with `teacher_id`, even if they no longer teach; empty without a teacher. */
  teacher_name: z.string(),
  archived_at: z.date().nullable(),
  created_at: z.date(),
  /** Active enrolments, counted up to 1,000. */
  enrolled: z.number().int(),
  materials: z.number().int(),
})
export type ManagedProgram = z.infer<typeof ManagedProgram>

export const manageList = base
  .route({ method: "GET", path: "/admin/programs", summary: "List courses for the office, newest first" })
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
  .route({ method: "GET", path: "/admin/programs/{course_id}", summary: "Get a course for the office" })
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
    summary: "Remove a course from the catalogue. Current students stay enrolled",
  })
  .input(forProgram)
  .output(ManagedProgram)

export const restoreProgram = base
  .route({ method: "DELETE", path: "/admin/programs/{course_id}/archive", summary: "Offer a course again" })
  .input(forProgram)
  .output(ManagedProgram)

export const listSamples = base
  .route({
    method: "GET",
    path: "/admin/sample-programs",
    summary:
      "List the programs that came with the product, are in the catalogue, and that nobody edited or joined",
  })
  .output(z.object({ course_ids: z.array(Id) }))

export const archiveSamples = base
  .route({
    method: "POST",
    path: "/admin/sample-programs/archive",
    summary: "Remove sample programs from the catalogue. Those that somebody edited or joined since stay",
  })
  .input(z.object({ course_ids: z.array(Id).max(200, "Archive at most 200 at a time") }))
  .output(z.object({ archived: z.number().int() }))

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
    summary: "List the material of a program, for its students and the office, newest first",
  })
  .input(forProgram)
  .output(z.array(Material))

export const addMaterial = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/materials",
    summary: "Upload material of at most 20 MB. Repeating an id returns the same file",
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
    summary: "Get a link to the file, valid for a minute",
  })
  .input(forMaterial)
  .output(z.object({ url: z.string() }))

export const removeMaterial = base
  .route({
    method: "DELETE",
    path: "/programs/{course_id}/materials/{material_id}",
    summary: "Move material to the bin for 30 days",
  })
  .input(forMaterial)
  .output(z.object({}))

export const listRemovedMaterials = base
  .route({
    method: "GET",
    path: "/admin/programs/{course_id}/removed-materials",
    summary: "List material deleted in the last 30 days, newest first",
  })
  .input(forProgram)
  .output(z.array(Material.extend({ deleted_at: z.date() })))

export const restoreMaterial = base
  .route({
    method: "POST",
    path: "/programs/{course_id}/materials/{material_id}/restore",
    summary: "Restore material deleted in the last 30 days",
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
  samples: listSamples,
  archiveSamples,
  materials: listMaterials,
  addMaterial,
  linkMaterial,
  removeMaterial,
  removedMaterials: listRemovedMaterials,
  restoreMaterial,
}
