import { createHash, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { DeliveryReport, ReportRequest } from "./port.ts"

/** Fields documented as text may be numbers or missing. */
const Text = z.union([z.string(), z.number().transform(String)]).nullish()

const State = z.object({
  status: z.union([z.string().trim().min(1), z.number().transform(String)]),
  /** Each version of theirs has another name for the reason. */
  desc: Text,
  failedReason: Text,
  failureReason: Text,
  CRQID: Text,
})
const OfRequest = z.object({ requestId: z.string().min(1) })
const LONGEST_DETAIL = 200

/** Failed, refused by a register, rejected, blocked. */
const FAILED_CODES = new Set(["2", "9", "16", "17", "25"])
const FAILED_WORDS = /fail|reject|undeliver|block|ndnc|expire/i

/**
 * Reads what MSG91 posts about messages; null if it is not proved to be theirs. They sign nothing: a key in
 * the address entered in their panel proves their reports, and without a key none are accepted.
 *
 * Their panel offers several versions. Version 2 is a form whose `data` is JSON of a list of requests with a
 * list of numbers each, version 3 one JSON object about one number, and the new webhook the same under names
 * that the office chooses, with words in place of codes. Unreadable entries are skipped; the rest is read.
 */
export function readMsg91Reports(
  { url, headers, body }: ReportRequest,
  key: string | undefined,
): DeliveryReport[] | null {
  const given = new URL(url).searchParams.get("key")
  if (!key || !given || !timingSafeEqual(hash(given), hash(key))) return null
  const isForm = /urlencoded/i.test(headers.get("content-type") ?? "") || body.startsWith("data=")
  const posted = parse((isForm && new URLSearchParams(body).get("data")) || body)
  return listOf(unpack(posted)).flatMap(readRequest)
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

/** Where a form is handed on as JSON, its field is still text. */
function unpack(posted: unknown): unknown {
  const packed = z.object({ data: z.string() }).safeParse(posted)
  return packed.success ? parse(packed.data.data) : posted
}

function listOf(posted: unknown): unknown[] {
  return Array.isArray(posted) ? posted : [posted]
}

function readRequest(request: unknown): DeliveryReport[] {
  const known = OfRequest.safeParse(request)
  if (!known.success) return []
  const { report } = request as { report?: unknown }
  return listOf(report ?? request).flatMap((state) => readState(known.data.requestId, state))
}

function readState(providerId: string, given: unknown): DeliveryReport[] {
  const known = State.safeParse(given)
  if (!known.success) return []
  const { status, desc, failedReason, failureReason, CRQID } = known.data
  const detail = (failedReason || failureReason || desc || "")
    .replace(/\d{7,}/g, "…")
    .slice(0, LONGEST_DETAIL)
  return [{ reference: CRQID ?? null, providerId, state: stateOf(status), detail: detail || null }]
}

/** Any other status means that it is on its way. */
function stateOf(status: string): DeliveryReport["state"] {
  if (status === "1" || /^delivered$/i.test(status)) return "delivered"
  return FAILED_CODES.has(status) || FAILED_WORDS.test(status) ? "undelivered" : "accepted"
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
