import { TwirpError } from "livekit-server-sdk"

/**
 * The video server can't be reached, doesn't respond in time, fails inside, or refuses our keys. Try again
 * later.
 */
export class VideoUnavailable extends Error {
  override name = "VideoUnavailable"
}

/** The video server understood the call and refused it; trying again won't help. `code` is the server's own. */
export class VideoRefused extends Error {
  override name = "VideoRefused"
  readonly code: string
  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A webhook that the video server did not send, or that was changed on the way. */
export class WebhookForged extends Error {
  override name = "WebhookForged"
}

/** True when the room or participant a call named isn't there. */
export function isMissing(error: unknown): boolean {
  return error instanceof TwirpError && error.code === "not_found"
}

// A call to a room or participant that is on no node gets no response and comes back as this, not as "not
// found".
export function isUnanswered(error: unknown): boolean {
  return error instanceof TwirpError && error.status === 503 && /no response/i.test(error.message)
}

/** Sorts what the SDK throws: a 4xx status is a refusal, anything else means unavailable. */
export function toVideoError(call: string, error: unknown): VideoUnavailable | VideoRefused {
  if (!(error instanceof TwirpError)) {
    const reason =
      error instanceof Error && error.name === "TimeoutError" ? "no answer in time" : String(error)
    return new VideoUnavailable(`${call}: ${reason}`, { cause: error })
  }
  const message = `${call}: ${error.message} (${error.status})`
  const ours = error.status === 401 || error.status === 403 || error.status === 429
  if (error.status >= 500 || ours) return new VideoUnavailable(message, { cause: error })
  return new VideoRefused(message, error.code ?? "unknown", { cause: error })
}
