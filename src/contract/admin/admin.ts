import { z } from "zod"
import { base, sensitive } from "../base.ts"
import { listAudit } from "./admin-audit.ts"
import { adminDashboard } from "./admin-dashboard.ts"
import { adminImport } from "./admin-import.ts"

/** A setting that admins change while the product runs. */
export const Setting = z.object({
  name: z.string(),
  group: z.enum(["academy", "payments", "shop", "classes", "messages", "people", "keeping"]),
  kind: z.enum([
    "text",
    "email",
    "phone",
    "url",
    "zone",
    "upi-id",
    "name",
    "pins",
    "dates",
    "centres",
    "number",
    "flag",
  ]),
  value: z.union([z.string(), z.number(), z.boolean()]),
  /** The value unless an admin sets another. */
  usual: z.union([z.string(), z.number(), z.boolean()]),
  /** Where the value comes from: an admin, an environment variable, a file of content/, or the product's own default. */
  source: z.enum(["admin", "environment", "content", "default"]),
  /** The environment variable that sets it, if there is one. */
  variable: z.string().nullable(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  /** Why it can't be changed now. */
  fixed: z.enum(["ZONE_IN_USE"]).nullable(),
})
export type Setting = z.infer<typeof Setting>

export const listSettings = base
  .route({ method: "GET", path: "/admin/settings", summary: "List settings and where each value comes from" })
  .output(z.array(Setting))

export const changeSettings = sensitive
  .route({
    method: "PATCH",
    path: "/admin/settings",
    summary: "Change settings, immediately and in every process. Settings left out stay the same",
  })
  .input(z.object({ values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }))
  .output(z.object({ changed: z.array(z.string()) }))

export const resetSetting = sensitive
  .route({
    method: "DELETE",
    path: "/admin/settings/{name}",
    summary: "Reset a setting to its default",
  })
  .input(z.object({ name: z.string().max(60) }))
  .output(z.object({}))

export const admin = {
  ...adminDashboard,
  ...adminImport,
  audit: listAudit,
  settings: listSettings,
  changeSettings,
  resetSetting,
}
