import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"

/** An entry of the audit log, with the current names of the people and things it is about. */
export const AuditEntry = z.object({
  id: Id,
  at: z.date(),
  /** Such as "class.cancel". */
  action: z.string(),
  /** Null for the product itself. */
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  subject_id: z.string(),
  /** The person, class or program; null for anything else, and for deleted ones. */
  subject_name: z.string().nullable(),
  subject_kind: z.enum(["person", "class", "program"]).nullable(),
  /** Of a correction of attendance. It is kept beside the log, so that it can be erased with the student's data. */
  reason: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** The current names of the people, classes and programs whose ids are in `detail`, by id. */
  detail_names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_TOPICS = [
  "person",
  "account",
  "class",
  "room",
  "attendance",
  "consent",
  "guardian",
  "program",
  "order",
  "settings",
  "import",
  "export",
  "invitation",
  "upi",
] as const

export const listAudit = base
  .route({ method: "GET", path: "/admin/audit", summary: "List the audit log, newest first" })
  .input(
    PageQuery.extend({
      /** Any part of the name or e-mail of who did it. */
      who: z.string().trim().max(100).default(""),
      what: z.enum(AUDIT_TOPICS).optional(),
      /** Both days are taken in. */
      from: WallDate.optional(),
      to: WallDate.optional(),
      subject_id: z.string().max(100).optional(),
    }),
  )
  .output(pageOf(AuditEntry))
