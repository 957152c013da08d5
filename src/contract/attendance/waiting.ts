import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"

/** What can wait for a person, each of which the navigation counts. */
export const WAITING = [
  "requests",
  "calls",
  "messages",
  "absences",
  "proofs",
  "renewals",
  "asks",
  "approvals",
  "transfers",
  "notices",
] as const
export type WaitingKind = (typeof WAITING)[number]

/** Counted up to 100, which means 100 or more. */
const count = z.number().int().min(0).max(100)

export const Waiting = z.object({
  /** Demo requests that the instructor has to answer. */
  requests: count,
  /** Calls to parents that were promised and not made. */
  calls: count,
  /** Messages to parents that wait for a decision. */
  messages: count,
  /** Absences of the guardian's children that nobody has explained. */
  absences: count,
  /** Medical proofs that staff have to accept or decline. */
  proofs: count,
  /** Memberships of the guardian's children that end soon or have ended, and can be renewed. */
  renewals: count,
  /** What children asked the guardian to buy. */
  asks: count,
  /** Instructors whom the office has to approve. */
  approvals: count,
  /** UPI payments to the academy that the office has to check. */
  transfers: count,
  /** Unread notices. */
  notices: count,
})
export type Waiting = z.infer<typeof Waiting>

export const countWaiting = base
  .route({
    method: "GET",
    path: "/my/waiting",
    summary: "Count what waits for the viewer, by kind. Kinds of other roles are 0",
  })
  .output(Waiting)

/** An absence that a guardian can explain. */
export const OpenAbsence = z.object({
  class_id: Id,
  title: z.string(),
  scheduled_date: WallDate,
  start_time: z.string(),
  student_id: Id,
  first_name: z.string(),
  /** Opens the question of the notice, `/absences/{token}`. */
  token: z.string(),
})
export type OpenAbsence = z.infer<typeof OpenAbsence>

export const listOpenAbsences = base
  .route({
    method: "GET",
    path: "/guardian/open-absences",
    summary: "List absences of the guardian's children that can still be explained, newest first",
  })
  .output(z.array(OpenAbsence))
