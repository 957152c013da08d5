import type { Runtime } from "../runtime.ts"
import { POLICY_REPORTS } from "./policy-reports.ts"

/** The page on which Razorpay's window opens, and what that window asks for. */
const PAYING = /^\/orders\/[^/]+$/
const RAZORPAY = {
  script: " https://checkout.razorpay.com https://cdn.razorpay.com",
  frame: ["frame-src https://api.razorpay.com"],
  connect: " https://lumberjack.razorpay.com https://lumberjack-metrics.razorpay.com",
  picture: " https://cdn.razorpay.com",
  // Phones without popups go to its site by a form.
  form: " https://api.razorpay.com",
}
/** The pages that read codes with the camera. Where the platform can't, a reader in WebAssembly does. */
const SCANNING = /^\/(hall|gate|check-in)$/

const NOBODY = { script: "", frame: [] as string[], connect: "", picture: "", form: "" }

/** The page that embeds a meeting where rooms are on Jitsi: its script, and its page with camera and microphone. */
const ROOM = /^\/class\/[^/]+\/room$/

/** Returns what a page may do beside what all pages may. */
function extrasOf({ env, video, files }: Runtime, path: string) {
  if (env.paymentProvider === "razorpay" && PAYING.test(path))
    return { ...NOBODY, ...RAZORPAY, pays: true, devices: "" }
  const meets = video.meetings && ROOM.test(path) ? video.meetings.origin : null
  if (meets)
    return {
      ...NOBODY,
      script: ` ${meets}`,
      frame: [`frame-src ${meets}`],
      pays: false,
      devices: ` "${meets}"`,
    }
  const script = SCANNING.test(path) ? " 'wasm-unsafe-eval'" : ""
  // A recorder puts slides and pictures into its recording.
  const connect = ROOM.test(path) ? files.origins().map((origin) => ` ${origin}`) : []
  return { ...NOBODY, script, connect: connect.join(""), pays: false, devices: "" }
}

/**
 * Sets headers of every response. Scripts run only with this response's nonce or from our own files, and only
 * from our files where there is no nonce; the room may connect to the video server and nowhere else. The page of
 * an order may also do what the payment provider's window needs, that of a room what a meeting on Jitsi needs, and those
 * that read codes may run WebAssembly.
 */
export function securityHeaders(
  headers: Headers,
  runtime: Runtime,
  { nonce, path }: { nonce: string | null; path: string },
): void {
  const { script, frame, connect, picture, form, pays, devices } = extrasOf(runtime, path)
  headers.set("x-content-type-options", "nosniff")
  headers.set("referrer-policy", "strict-origin-when-cross-origin")
  headers.set(
    "permissions-policy",
    `camera=(self${devices}), microphone=(self${devices}), display-capture=(self${devices}), geolocation=()`,
  )
  // Banks open in windows of their own, which tell ours how it ended.
  headers.set("cross-origin-opener-policy", pays ? "same-origin-allow-popups" : "same-origin")
  if (!runtime.env.trial) headers.set("strict-transport-security", "max-age=31536000; includeSubDomains")
  // The development server adds scripts and connections of its own.
  if (runtime.env.NODE_ENV === "development") return
  if (!headers.get("content-type")?.startsWith("text/html")) return
  // The pages of a trial's gateway say themselves what they may do, which is less.
  if (headers.has("content-security-policy")) return
  const files = runtime.files.origins().join(" ")
  const video = runtime.video.origins().join(" ")
  const own = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
  headers.set(
    "content-security-policy",
    [
      "default-src 'self'",
      `script-src ${own}${script}`,
      `style-src ${own}`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: blob: ${files}${picture}`,
      `media-src 'self' blob: ${files}`,
      "font-src 'self' data:",
      "worker-src 'self' blob:",
      `connect-src 'self' ${video}${connect}`,
      ...frame,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      `form-action 'self'${form}`,
      "object-src 'none'",
      `report-uri ${POLICY_REPORTS}`,
    ].join("; "),
  )
}
