import type { Runtime } from "../runtime.ts"
import { POLICY_REPORTS } from "./policy-reports.ts"

/**
 * Sets headers of every response. Scripts run only with this response's nonce or from our own files, and only
 * from our files where there is no nonce; the room may connect to the video server and nowhere else.
 */
export function securityHeaders(headers: Headers, runtime: Runtime, nonce: string | null): void {
  headers.set("x-content-type-options", "nosniff")
  headers.set("referrer-policy", "strict-origin-when-cross-origin")
  headers.set(
    "permissions-policy",
    "camera=(self), microphone=(self), display-capture=(self), geolocation=()",
  )
  headers.set("cross-origin-opener-policy", "same-origin")
  if (!runtime.env.trial) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains")
  // The development server adds scripts and connections of its own.
  if (runtime.env.NODE_ENV === "development") return
  if (!headers.get("content-type")?.startsWith("text/html")) return
  const files = runtime.files.origins().join(" ")
  const video = runtime.video.origins().join(" ")
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
  headers.set(
    "content-security-policy",
    [
      "default-src 'self'",
      `script-src ${own}`,
      `style-src ${own}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      `media-src 'self' blob: ${files}`,
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src 'self' ${video}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "object-src 'none'",
      `report-uri ${POLICY_REPORTS}`,
    ].join("; "),
  )
}
