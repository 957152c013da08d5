import { LARGEST_BOARD_PICTURE_BYTES } from "#contract/rooms/whiteboard-page.ts"
import { LARGEST_CAPTIONS_BYTES } from "#features/recordings/captions.ts"
import type { SignedIn } from "#platform/context.ts"
import { hasRole } from "#platform/policy.ts"
import { LARGEST_FILE_BYTES, LARGEST_PROOF_BYTES } from "#shared/files.ts"
import { LARGEST_SLIDES_BYTES } from "#shared/slides.ts"
import { SECOND } from "#shared/time.ts"

/** What the body of one request may contain. A field is one value: of a form, of a list or of an object. */
export type Limit = { bytes: number; fields: number }

/** What every route takes that isn't listed below. */
export const USUAL: Limit = { bytes: 64 * 1_024, fields: 300 }
/** How deep objects, lists and names such as `a[b][c]` may be nested. */
export const DEEPEST = 10
/**
 * Most characters of an address, which names up to 200 classes to follow, and limits for it and the headers.
 * Node itself stops at 16 kB of headers.
 */
export const LONGEST_ADDRESS = 9_000
export const MOST_PARAMETERS = 100
export const MOST_HEADERS = 100
export const MOST_COOKIES = 100

/** A usual body is there within this time, in milliseconds. */
export const USUAL_BODY_WITHIN = 30 * SECOND
/**
 * A larger body may take long, but must progress: 1 kB a second over each minute, less than a phone reaches
 * over GPRS.
 */
export const LEAST_PROGRESS = { bytes: 60_000, each: 60 * SECOND }
/**
 * Larger bodies wait in memory until they are whole, so this many bytes of them at once, a quarter of one person. Those of
 * routes that take no more than `smallUpTo` have `smallBytes` to themselves.
 */
export const LARGER_AT_ONCE = { bytes: 192 * 2 ** 20, smallBytes: 64 * 2 ** 20, smallUpTo: 2 * 2 ** 20 }

export type LargerRoute = Partial<Limit> & {
  /** Method and path as the contract, the site map or the app has it. */
  route: string
  /**
   * Who may send more than usual, by the route's own policy: checked before the rest is read. "proven" is for
   * hooks with the usual size whose proof is checked before their fields are parsed. "linked" is for anyone who has
   * the link of an absence notice, whose token is in the address.
   */
  who: ((viewer: SignedIn) => boolean) | "proven" | "linked"
  /** Handed on as it arrives and kept on disk, with a length that is known from the start. */
  streamed?: true
  why: string
}

const teaching = hasRole("instructor", "admin")
const office = hasRole("admin")
const desk = hasRole("office", "admin")
/** Bytes for the fields of a form beside its file. */
const BESIDE = 64 * 1_024
const PROOF_BYTES = LARGEST_PROOF_BYTES + BESIDE
/** 2,000,000 characters of up to three bytes, which Hindi has. */
const LIST_BYTES = 6_000_000 + BESIDE

/** The routes that take more than is usual, each with its reason. */
export const LARGER: readonly LargerRoute[] = [
  {
    route: "POST /api/v1/classes/{class_id}/room/files",
    bytes: LARGEST_FILE_BYTES + BESIDE,
    who: teaching,
    why: "a file shared with the class",
  },
  {
    route: "POST /api/v1/classes/{class_id}/slides",
    bytes: LARGEST_SLIDES_BYTES + BESIDE,
    who: teaching,
    why: "slides of a class",
  },
  {
    route: "POST /api/v1/classes/{class_id}/room/pictures",
    bytes: LARGEST_BOARD_PICTURE_BYTES + BESIDE,
    who: hasRole("student", "instructor", "admin"),
    why: "a picture for the whiteboard",
  },
  {
    route: "POST /api/v1/programs/{course_id}/materials",
    bytes: LARGEST_FILE_BYTES + BESIDE,
    who: office,
    why: "a file of a program's material",
  },
  {
    route: "POST /admin-dashboard/courses/:courseId",
    bytes: LARGEST_FILE_BYTES + BESIDE,
    who: office,
    why: "the same by the page's form",
  },
  {
    route: "POST /api/v1/recordings/{recording_id}/captions/{language}",
    bytes: LARGEST_CAPTIONS_BYTES + BESIDE,
    who: teaching,
    why: "captions of an hour",
  },
  {
    route: "POST /recordings/:recordingId",
    bytes: LARGEST_CAPTIONS_BYTES + BESIDE,
    who: teaching,
    why: "the same by the page's form",
  },
  {
    route: "POST /api/v1/recordings/{recording_id}/finish",
    bytes: 120_000 + BESIDE,
    who: teaching,
    why: "the recording's first picture",
  },
  {
    route: "POST /api/v1/classes/{class_id}/snapshots",
    bytes: 200_000 + BESIDE,
    who: teaching,
    why: "a picture of who is present",
  },
  {
    route: "POST /api/v1/my/coach-messages",
    bytes: 256 * 1_024,
    fields: 2_000,
    who: hasRole("instructor"),
    why: "the registers of a day, kept on a phone",
  },
  { route: "POST /a/:token", bytes: PROOF_BYTES, who: "linked", why: "a medical proof, with the answer" },
  {
    route: "POST /api/v1/absences/{token}/proof",
    bytes: PROOF_BYTES,
    who: "linked",
    why: "a medical proof",
  },
  { route: "POST /family", bytes: PROOF_BYTES, who: hasRole("guardian"), why: "a medical proof" },
  {
    route: "POST /api/v1/guardian/children/{student_id}/absences/{class_id}/proof",
    bytes: PROOF_BYTES,
    who: hasRole("guardian"),
    why: "a medical proof",
  },
  {
    route: "POST /api/v1/classes/{class_id}/room/whiteboard",
    bytes: 2 ** 20,
    fields: 200_000,
    who: hasRole("student", "instructor", "admin"),
    why: "100 strokes of 1,500 numbers, after a while without a connection",
  },
  {
    route: "POST /api/v1/admin/imports/preview",
    bytes: LIST_BYTES,
    who: office,
    why: "a list of 1,000 rows",
  },
  { route: "POST /api/v1/admin/imports", bytes: LIST_BYTES, who: office, why: "a list of 1,000 rows" },
  { route: "POST /admin/import", bytes: LIST_BYTES, who: office, why: "a list of 1,000 rows" },
  {
    route: "POST /api/v1/admin/upi-statements/preview",
    bytes: LIST_BYTES,
    who: desk,
    why: "a bank's statement of a year",
  },
  {
    route: "POST /api/v1/admin/upi-statements",
    bytes: LIST_BYTES,
    who: desk,
    why: "a bank's statement of a year",
  },
  { route: "POST /admin/upi/statement", bytes: LIST_BYTES, who: desk, why: "a bank's statement of a year" },
  {
    route: "PATCH /uploads/recordings/:id",
    bytes: 8 * 2 ** 20,
    who: teaching,
    streamed: true,
    why: "a piece of a recording: recorders send 5 MB at most",
  },
  {
    route: "PATCH /uploads/lessons/:id",
    bytes: 8 * 2 ** 20,
    who: teaching,
    streamed: true,
    why: "a piece of a lesson's video: browsers send 5 MB at most",
  },
  {
    route: "POST /hooks/livekit",
    fields: 5_000,
    who: "proven",
    why: "every layer of every track of a participant",
  },
  {
    route: "POST /hooks/sms/:provider",
    fields: 5_000,
    who: "proven",
    why: "what became of many messages at once",
  },
  {
    route: "POST /hooks/whatsapp",
    fields: 5_000,
    who: "proven",
    why: "what became of many messages at once",
  },
]

type Compiled = LargerRoute & Limit & { method: string; path: RegExp }

const compiled: readonly Compiled[] = LARGER.map((larger) => {
  const [method = "", pattern = ""] = larger.route.split(" ")
  // With scripts, a page's form is posted to the same address followed by .data.
  const path = new RegExp(
    `^${pattern.replace(/:\w+|\{\w+\}/g, "[^/]+")}${isPage(pattern) ? "(\\.data)?" : ""}$`,
  )
  return { ...USUAL, ...larger, method, path }
})

/** Whether a post to this path is parsed as a form, by a page of the site map. */
export function isPage(path: string): boolean {
  return !/^\/(api|hooks|uploads)\//.test(path)
}

/** The row of a route that takes more than is usual; undefined for all others. */
export function largerAt(method: string, path: string): (LargerRoute & Limit) | undefined {
  return compiled.find((one) => one.method === method && one.path.test(path))
}
