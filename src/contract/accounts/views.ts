import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"

/** What of a student's data staff look at. */
export const VIEW_KINDS = [
  "profile",
  "contacts",
  "attendance",
  "messages",
  "snapshots",
  "medical",
  "purchases",
  "recording",
  "export",
] as const
export type ViewKind = (typeof VIEW_KINDS)[number]

export const StaffView = z.object({
  /** The day in the institution's zone, and the first time on it. */
  day: WallDate,
  at: z.date(),
  kind: z.enum(VIEW_KINDS),
  viewer_name: z.string(),
  viewer_role: z.enum(["instructor", "office", "admin"]).nullable(),
})
export type StaffView = z.infer<typeof StaffView>

const listViews = base
  .route({
    method: "GET",
    path: "/students/{student_id}/views",
    summary: "List which staff viewed a student's data, newest first",
  })
  .input(PageQuery.extend({ student_id: Id }))
  .output(pageOf(StaffView))

export const views = { list: listViews }
