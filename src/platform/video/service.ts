import { VideoUnavailable } from "./errors.ts"
import type { VideoPort } from "./port.ts"

export type VideoStatus = "up" | "starting" | "down" | "external"

/** The video server as the rest of the product sees it, whether ours, another's, or not there yet. */
export type VideoService = {
  /** The port; its calls throw VideoUnavailable while there is no server. */
  port: VideoPort
  status(): VideoStatus
  /** What the browser may connect to for video, as content-security-policy sources. */
  origins(): string[]
  /** Why there is none, in a sentence for staff, when status is "down". */
  reason(): string | null
}

/** For commands beside a running product, which have nothing to do with rooms. */
export const absentVideo: VideoService = {
  port: new Proxy({} as VideoPort, {
    get: (_target, call) => () => Promise.reject(new VideoUnavailable(`${String(call)}: not in a command`)),
  }),
  status: () => "down",
  origins: () => [],
  reason: () => null,
}
