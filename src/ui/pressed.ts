import { z } from "zod"
import { isId, newId } from "#shared/ids.ts"
import type { PageRequest } from "./api.ts"
import { FINISH_PATH } from "./finish-path.ts"

/** What a visitor pressed that needs an account. */
export type Pressed = z.infer<typeof Pressed>

const Pressed = z.discriminatedUnion("what", [
  z.object({
    what: z.literal("enrol-in-program"),
    slug: z.string().min(1).max(120),
    /** The series of classes that was chosen. */
    batch: z.uuid().optional(),
  }),
  z.object({
    what: z.literal("put-in-basket"),
    size_id: z.uuid(),
    quantity: z.number().int().min(1).max(20),
  }),
  /** Another student's link. */
  z.object({ what: z.literal("join-by-link"), code: z.string().min(1).max(20) }),
  /** The link of an organisation's batch. */
  z.object({ what: z.literal("join-batch"), code: z.string().min(1).max(100) }),
  z.object({ what: z.enum(["enrol", "request-demo", "join-waitlist"]), class_id: z.uuid() }),
])

const Kept = z.intersection(Pressed, z.object({ key: z.uuid(), until: z.number() }))

/** With the prefix no neighbouring host can write it, as it is for sessions. */
const cookieName = ({ origin }: PageRequest) =>
  origin.startsWith("https:") ? "__Host-kaksha.pressed" : "kaksha.pressed"
/** Time to sign up, with a guardian's number and a mailed code. */
const KEPT_SECONDS = 3_600

/**
 * Keeps what a visitor pressed in a cookie of this browser for an hour, and returns its key. Only for actions:
 * a form of this site was posted, so no other site can have a visitor press anything.
 */
export function keepPressed(page: PageRequest, pressed: Pressed): string {
  const key = newId()
  const until = page.now.getTime() + KEPT_SECONDS * 1_000
  writeCookie(page, JSON.stringify({ ...pressed, key, until }), KEPT_SECONDS)
  return key
}

/** Returns the address that finishes what was pressed under this key, and then leads to `to`. */
export function finishPath(key: string, to: string): string {
  return `${FINISH_PATH}?${new URLSearchParams({ press: key, to })}`
}

/** Returns a key in an address, if it has the shape of one. */
export function readKey(params: URLSearchParams): string | null {
  const key = params.get("press")
  return key !== null && isId(key) ? key : null
}

/**
 * Returns what this browser pressed under the key of the address, at most once. Null for another key, for one
 * that has expired, and for a cookie that isn't ours.
 */
export function takePressed(request: Request, page: PageRequest): Pressed | null {
  const params = new URL(request.url).searchParams
  const name = `${cookieName(page)}=`
  const cookies = request.headers.get("cookie")?.split("; ") ?? []
  const raw = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length)
  if (!raw) return null
  const kept = Kept.safeParse(parse(raw)).data
  if (kept && kept.key !== readKey(params)) return null
  writeCookie(page, "", 0)
  return kept && kept.until > page.now.getTime() ? kept : null
}

function writeCookie(page: PageRequest, value: string, seconds: number): void {
  const secure = page.origin.startsWith("https:") ? "; Secure" : ""
  page.reply.append(
    "set-cookie",
    `${cookieName(page)}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(raw))
  } catch {
    return null
  }
}
