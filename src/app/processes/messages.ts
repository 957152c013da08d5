import type { Counts } from "#platform/metrics.ts"
import type { RazorpaySettings } from "#platform/money/razorpay-api.ts"
import type { VideoPortOptions } from "#platform/video/port.ts"
import type { VideoReason, VideoStatus } from "#platform/video/service.ts"
import type { DemoPassword } from "../seed.ts"

/** What the process that was started has, and its children don't: as it is now. */
export type SharedState = {
  video: {
    status: VideoStatus
    access: VideoPortOptions | null
    reason: VideoReason | null
    port: number | null
  }
  gateway: RazorpaySettings | null
}

/** What a child runs on. Its environment comes by its variables. */
export type ChildGround = {
  name: string
  role: "web" | "worker"
  projectRoot: string
  dataFolder: string
  databaseUrl: string
  address: string
  pin: string | null
  /** It writes the first rows, of the demo people and of a new release. */
  seeds: boolean
  /** How many connections to the database its requests and jobs share. */
  connections: number
  /** Of each open port, the certificate if it speaks TLS. */
  doors: { tls: { key: string; cert: string } | null }[]
  state: SharedState
}

export type ToChild =
  | { kind: "open"; ground: ChildGround }
  | { kind: "state"; state: SharedState }
  /** With the socket; `door` says by which port it came. */
  | { kind: "connection"; id: number; door: number }
  | { kind: "measure"; id: number }
  /** All children's counts. */
  | { kind: "measured"; id: number; counts: Counts[] }
  /** Say that you stop, and finish what there is. */
  | { kind: "drain" }
  /** There are no more connections. */
  | { kind: "close" }

export type FromChild =
  | { kind: "ready"; demo: DemoPassword[] }
  | { kind: "failed"; name: string; message: string; stack: string }
  | { kind: "report"; line: string }
  | { kind: "taken"; id: number }
  | { kind: "measure"; id: number }
  | { kind: "counts"; id: number; counts: Counts }
  | { kind: "drained" }
