/** `taken` was on and went off by itself, as when a call comes in: it is tried until it comes back. */
export type DeviceProblem = "denied" | "missing" | "busy" | "insecure" | "failed" | "taken"

/** What is wrong with a device by the name of the browser's error. Apart from the video client. */
export function problemByName(name: string): DeviceProblem {
  if (!window.isSecureContext) return "insecure"
  if (name === "NotFoundError" || name === "DevicesNotFoundError" || name === "OverconstrainedError") {
    return "missing"
  }
  if (name === "NotAllowedError" || name === "PermissionDeniedError") return "denied"
  return name === "NotReadableError" || name === "TrackStartError" ? "busy" : "failed"
}
