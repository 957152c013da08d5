/** Which way media travelled between browser and video server. */
export type MediaPath = "udp" | "tcp" | "relay"

export type CheckResult = {
  microphone: boolean
  camera: boolean
  /** Whether signalling reached the video server, and which way media travelled; null if it did not. */
  signal: boolean
  path: MediaPath | null
  /** Kilobits a second towards the browser and from it; null where it was not measured. */
  down: number | null
  up: number | null
}

export type Verdict = "all" | "one-picture" | "sound" | "listen" | "none"

/**
 * Kilobits a second to and from the browser: for the grid of a class, for one small picture with sound, and
 * for sound alone. Cameras send 720p only to viewers who show them large, so little is sent.
 */
export const NEEDS = {
  all: { down: 1_500, up: 500 },
  onePicture: { down: 350, up: 150 },
  sound: { down: 60, up: 60 },
} as const

/** Whether a connection is fast enough; values that were not measured count as enough. */
export function carries({ down, up }: Pick<CheckResult, "down" | "up">, need: keyof typeof NEEDS): boolean {
  return (
    (down ?? Number.POSITIVE_INFINITY) >= NEEDS[need].down &&
    (up ?? Number.POSITIVE_INFINITY) >= NEEDS[need].up
  )
}

/**
 * Returns what will work in a class. Without a microphone a person can only listen; without media no class is
 * possible. Over TCP lost packets hold up the ones behind them, so more than one picture stutters.
 */
export function verdictOf({ microphone, signal, path, ...speed }: CheckResult): Verdict {
  if (!signal || path === null || !carries(speed, "sound")) return "none"
  if (!microphone) return "listen"
  if (!carries(speed, "onePicture")) return "sound"
  return path !== "tcp" && carries(speed, "all") ? "all" : "one-picture"
}

type Pair = { type: string; id: string; selected?: boolean; nominated?: boolean; state?: string }
type Stat = Pair & {
  selectedCandidatePairId?: string
  localCandidateId?: string
  protocol?: string
  candidateType?: string
  availableOutgoingBitrate?: number
}

/**
 * Returns the way media travels now, and the bandwidth available for sending, from a connection's statistics.
 */
export function readPath(stats: Iterable<Stat>): { path: MediaPath | null; up: number | null } {
  const all = [...stats]
  const chosen = all.find((one) => one.type === "transport" && one.selectedCandidatePairId)
  const pair = all.find((one) =>
    one.type === "candidate-pair" && chosen
      ? one.id === chosen.selectedCandidatePairId
      : one.type === "candidate-pair" && (one.selected || (one.nominated && one.state === "succeeded")),
  )
  const local = all.find((one) => one.type === "local-candidate" && one.id === pair?.localCandidateId)
  if (!pair || !local) return { path: null, up: null }
  const path = local.candidateType === "relay" ? "relay" : local.protocol === "tcp" ? "tcp" : "udp"
  const up = pair.availableOutgoingBitrate
  return { path, up: up === undefined ? null : Math.round(up / 1_000) }
}
