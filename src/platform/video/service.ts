import { VideoUnavailable } from "./errors.ts"
import type { VideoPort } from "./port.ts"

export type VideoStatus = "up" | "starting" | "down" | "external"

/** Why there is no video server: one comes, or none can be had, for what `said` says in English. */
export type VideoReason =
  | { code: "installing" | "restarting"; said: null }
  | { code: "missing"; said: string }

/** Where browsers find the meetings of an engine that has a page of its own, which ours embeds. */
export type Meetings = {
  /** The host, with its port if it isn't the usual one. */
  domain: string
  /** With its scheme, as a content-security-policy source. */
  origin: string
  /** The script that embeds a meeting. */
  scriptUrl: string
  /** The engine's own name of a room. */
  nameOf(room: string): string
  /** The academy lets instructors record and stream, although the engine doesn't know who agreed to it. */
  mayRecord: boolean
}

/** The video server as the rest of the product sees it, whether ours, another's, or not there yet. */
export type VideoService = {
  /** The port; its calls throw VideoUnavailable while there is no server. */
  port: VideoPort
  /** How a browser enters where the engine has a page of its own (Jitsi); null where our own client does (LiveKit). */
  meetings: Meetings | null
  status(): VideoStatus
  /** What the browser may connect to for video, as content-security-policy sources. */
  origins(): string[]
  /** Why there is none; null while it is up, or starts for the first time. */
  reason(): VideoReason | null
  /** Resolves if an engine that others run responds; by default its rooms are listed. */
  probe?: () => Promise<unknown>
}

/** For commands beside a running product, which have nothing to do with rooms. */
export const absentVideo: VideoService = {
  port: new Proxy({} as VideoPort, {
    get: (_target, call) => () => Promise.reject(new VideoUnavailable(`${String(call)}: not in a command`)),
  }),
  meetings: null,
  status: () => "down",
  origins: () => [],
  reason: () => null,
}
