import { oc } from "@orpc/contract"
import { z } from "zod"

/**
 * The id of a row. The database finds one in capitals as well, but files, objects and caches that are named by an id
 * are not found by another spelling.
 */
export const Id = z.uuid().toLowerCase()

/** A wall-clock date in the institution's zone. */
export const WallDate = z.iso.date("Choose a date")
/** A wall-clock time HH:MM in the institution's zone. */
export const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 16:30")

/** Digits of a code or a reference. The spaces and dashes that come along when it is copied are left out. */
export function digits(missing: string) {
  return z.string(missing).overwrite((typed) => typed.replaceAll(/[\s-]/g, ""))
}

/** Lists page by keyset: pass the previous page's `next_cursor` to go on. */
export const PageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}

/** Errors that any procedure may return. Each code has its text in ui/messages. */
const commonErrors = {
  /** The input does not match the procedure's schema; `issues` says where and why. */
  BAD_REQUEST: {
    status: 400,
    message: "Input validation failed",
    data: z.object({
      issues: z.array(
        z.looseObject({ path: z.array(z.union([z.string(), z.number()])).optional(), message: z.string() }),
      ),
    }),
  },
  UNAUTHENTICATED: { status: 401, message: "Please sign in" },
  FORBIDDEN: { status: 403, message: "You may not do this" },
  NOT_FOUND: { status: 404, message: "There is no such thing here" },
  /** Larger, with more fields or nested deeper than the route takes. */
  PAYLOAD_TOO_LARGE: { status: 413, message: "The request is too large" },
  URI_TOO_LONG: { status: 414, message: "The address is too long or has too many parameters" },
  /** The input is well-formed but invalid: `fields` names each field and what is wrong with it. */
  FIELD_ERRORS: {
    status: 422,
    message: "Some fields need another look",
    data: z.object({ fields: z.record(z.string(), z.string()) }),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: "Too many attempts",
    data: z.object({
      retry_after_seconds: z.number(),
      /** Which other way to sign in is still open. */
      other_way: z.enum(["code-or-reset", "password-or-reset", "newest-link", "child-or-office"]).nullish(),
    }),
  },
  /**
   * The database, the store or the video server does not respond. Nothing was changed; a retry a minute later
   * may work.
   */
  SERVICE_UNAVAILABLE: { status: 503, message: "We're having a problem on our side" },
  /** Nothing can be saved until there is space again. Reading works. */
  STORAGE_FULL: { status: 507, message: "The disk is full" },
} as const

/** For procedures that text somebody. */
export const textErrors = {
  TEXTS_UNAVAILABLE: {
    status: 409,
    message: "This academy can't send text messages yet. Ask the office",
  },
} as const

export const base = oc.errors(commonErrors)

/**
 * For procedures that need a recent proof of who the viewer is. Each procedure that declares the code has the
 * policy that checks it, and the other way round; a test compares both with one list.
 */
export const sensitive = base.errors({
  PROOF_NEEDED: {
    status: 403,
    message: "Prove who you are by POST /account/proof, then repeat the request",
  },
})
