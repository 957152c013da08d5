/**
 * `taken` was on and went off without the person's doing, for example during a call: it is retried until it
 * comes back.
 */
export type DeviceProblem = "denied" | "missing" | "busy" | "insecure" | "failed" | "taken"

/**
 * Returns what is wrong with a device by the name of the browser's error. Separate from the code of the video
 * client.
 */
export function problemByName(name: string): DeviceProblem {
  if (!window.isSecureContext) return "insecure"
  if (name === "NotFoundError" || name === "DevicesNotFoundError" || name === "OverconstrainedError") {
    return "missing"
  }
  if (name === "NotAllowedError" || name === "PermissionDeniedError") return "denied"
  return name === "NotReadableError" || name === "TrackStartError" ? "busy" : "failed"
}
