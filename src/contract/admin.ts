import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "./base.ts"

/** An entry of the audit log, with the names of whom and what it is about as they are now. */
export const AuditEntry = z.object({
  id: Id,
  at: z.date(),
  /** Such as "class.cancel". */
  action: z.string(),
  /** Null for the product itself. */
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  subject_id: z.string(),
  /** The person, class or program; null for anything else, and for what is gone. */
  subject_name: z.string().nullable(),
  subject_kind: z.enum(["person", "class", "program"]).nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
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
  "settings",
  "import",
  "export",
  "invitation",
] as const

export const listAudit = base
  .route({ method: "GET", path: "/admin/audit", summary: "The audit log, newest first" })
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

/** A setting that admins change while the product runs. */
export const Setting = z.object({
  name: z.string(),
  group: z.enum(["academy", "classes", "messages", "people"]),
  kind: z.enum(["text", "email", "phone", "url", "zone", "number", "flag"]),
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** What it is unless an admin says otherwise. */
  usual: z.union([z.string(), z.number(), z.boolean()]),
  /** Where the value comes from: an admin, an environment variable, a file of content/, or the product's own default. */
  source: z.enum(["admin", "environment", "content", "default"]),
  /** The environment variable that sets it, where there is one. */
  variable: z.string().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** Why it can't be changed now. */
  fixed: z.enum(["ZONE_IN_USE"]).nullable(),
})
export type Setting = z.infer<typeof Setting>

export const listSettings = base
  .route({ method: "GET", path: "/admin/settings", summary: "Every setting, and where its value comes from" })
  .output(z.array(Setting))

export const changeSettings = base
  .route({
    method: "PATCH",
    path: "/admin/settings",
    summary: "Change settings, at once and in every process; what stays the same is left alone",
  })
  .input(z.object({ values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }))
  .output(z.object({ changed: z.array(z.string()) }))

export const resetSetting = base
  .route({
    method: "DELETE",
    path: "/admin/settings/{name}",
    summary: "Take an admin's word on a setting back",
  })
  .input(z.object({ name: z.string().max(60) }))
  .output(z.object({}))

export const admin = {
  audit: listAudit,
  settings: listSettings,
  changeSettings,
  resetSetting,
}
