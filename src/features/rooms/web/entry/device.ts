import { newId } from "#shared/ids.ts"
import type { PageRequest } from "#ui/api.ts"

const NAME = "kaksha.device"
const SHAPE = /(?:^|; )kaksha\.device=([\w-]{6,40})(?:;|$)/
const YEAR_SECONDS = 365 * 24 * 3_600

/**
 * This browser's own id, the same in every tab, kept in a cookie: the video server replaces a participant who
 * comes again from the same device.
 */
export function deviceOf(request: Request, page: Pick<PageRequest, "reply" | "origin">): string {
  const known = SHAPE.exec(request.headers.get("cookie") ?? "")?.[1]
  if (known) return known
  const made = newId()
  const secure = page.origin.startsWith("https:") ? "; Secure" : ""
  page.reply.append(
    "set-cookie",
    `${NAME}=${made}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
  )
  return made
}
