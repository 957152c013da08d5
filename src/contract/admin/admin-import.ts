import { z } from "zod"
import { base, Id, sensitive, WallDate } from "../base.ts"
import { CellProblem, ListProblem } from "./import-problems.ts"

export const IMPORT_KINDS = ["instructors", "students", "guardians", "courses", "timetable"] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** So many rows are taken at once. */
export const MOST_ROWS = 1_000

/**
 * What the office should know before it imports a student: the place in a program with a monthly fee has no end; the
 * paid time is over; the end stays as it is, because somebody ordered it here or no list made it;
 * and so does the batch, which can be changed on the student's page; the student gets seats in all batches of a program,
 * or left it here before.
 */
const NOTES = ["without-end", "ended", "kept-end", "kept-batch", "all-batches", "ended-here"] as const
export type PreviewNote = (typeof NOTES)[number]

/** The result for a row of a list: written, there already, or refused with the problem by column. */
export const ImportRow = z.object({
  /** The line of the file that it begins on; the head is line 1. */
  line: z.number().int(),
  state: z.enum(["new", "same", "error"]),
  /** What the row is about, such as a name and an e-mail. */
  label: z.string(),
  /** Of a student who is there: enrols again after a membership that ended, or only gets another end or a batch. */
  change: z.enum(["again", "changed"]).optional(),
  notes: z.array(z.enum(NOTES)).optional(),
  errors: z.array(z.object({ column: z.string(), problem: CellProblem })),
})
export type ImportRow = z.infer<typeof ImportRow>

const list = z.object({
  kind: z.enum(IMPORT_KINDS, "Choose what the list is of"),
  /** CSV, or what a spreadsheet puts on the clipboard. The first line names the columns. */
  text: z
    .string("Choose a file, or paste the list")
    .trim()
    .min(1, "Choose a file, or paste the list")
    .max(2_000_000, "This is too large: split the list"),
})

const unreadable = {
  /** The list can't be read at all, so no row has a result. */
  LIST_UNREADABLE: { status: 422, message: "The list can't be read", data: ListProblem },
} as const

export const ImportPreview = z.object({
  rows: z.array(ImportRow),
  created: z.number().int(),
  same: z.number().int(),
  refused: z.number().int(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewImport = base
  .route({
    method: "POST",
    path: "/admin/imports/preview",
    summary: "Preview an import. Nothing is written",
  })
  .input(list)
  .output(ImportPreview)
  .errors(unreadable)

export const Import = z.object({
  id: Id,
  kind: z.enum(IMPORT_KINDS),
  made_at: z.date(),
  made_by: z.string(),
  created: z.number().int(),
  /**
   * Progress of the undo: rows of the list, and classes whose seats are freed. Null when it isn't running.
   */
  undoing: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** What came into use while the import was being undone, and was kept; of a class, when it is. */
  kept: z.array(
    z.object({
      name: z.string(),
      scheduled_date: WallDate.nullable(),
      start_time: z.string().nullable(),
    }),
  ),
  undone_at: z.date().nullable(),
  /** Until when the import can be undone, unless what it made is in use. */
  undo_until: z.date(),
  /** How many of its people have not joined and have no invitation yet. */
  to_invite: z.number().int(),
  /** How many have an invitation and have not joined. */
  invited: z.number().int(),
  /** How many of these may be invited again, because the last invitation was sent some days ago. */
  invite_again: z.number().int(),
  last_invited_at: z.date().nullable(),
})
export type Import = z.infer<typeof Import>

export const confirmImport = sensitive
  .route({
    method: "POST",
    path: "/admin/imports",
    summary: "Import a list: every row, or none if a row has errors. Existing entries are unchanged",
  })
  .input(list)
  .output(z.object({ import_id: Id.nullable(), created: z.number().int(), same: z.number().int() }))
  .errors({
    ...unreadable,
    IMPORT_REFUSED: {
      status: 422,
      message: "Some rows have errors",
      data: z.object({ refused: z.number().int() }),
    },
  })

export const listImports = base
  .route({ method: "GET", path: "/admin/imports", summary: "List the latest imports, newest first" })
  .output(z.array(Import))

export const undoImport = base
  .route({
    method: "DELETE",
    path: "/admin/imports/{import_id}",
    summary: "Undo an import within an hour, as a job. The list of imports shows its progress",
  })
  .input(z.object({ import_id: Id }))
  .output(z.object({}))
  .errors({
    IMPORT_IN_USE: { status: 409, message: "What was imported is already in use" },
    IMPORT_TOO_OLD: { status: 409, message: "An import can be taken back within an hour" },
  })

export const inviteImported = sensitive
  .route({
    method: "POST",
    path: "/admin/imports/{import_id}/invitations",
    summary: "Invite people of an import who have not joined. Repeating it mails nobody twice",
  })
  .input(z.object({ import_id: Id, whom: z.enum(["new", "again"]).default("new") }))
  .output(z.object({ invited: z.number().int() }))
  .errors({ MAIL_UNAVAILABLE: { status: 409, message: "No mail server is set up" } })

export const adminImport = {
  previewImport,
  confirmImport,
  imports: listImports,
  undoImport,
  inviteImported,
}
