/** What a window noted since its page was loaded. Sound and pictures are those of others. */
export type Noted = {
  /** Frames of the page that took more than 50 ms, where the engine says so, and the longest, in ms. */
  frames: number
  longestFrame: number
  /** How late the page's thread came to a timer at worst, in ms. */
  latest: number
  /** For how long no packet of sound came at worst, in s. */
  silence: number
  samples: number
  /** Samples that were made up in the middle of sound. */
  concealed: number
  /** Pictures that were decoded and dropped, and how often and how long one stood still, in s. */
  decoded: number
  dropped: number
  freezes: number
  frozen: number
  sent: number
  received: number
}

/**
 * In the page, before its own scripts. Nothing in it grows with time, and it draws nothing: what it measures is what
 * people's pages do.
 */
export function noteLesson(): void {
  const LOOK_MS = 1_000
  type Stats = Record<string, number> & { type: string; kind: string; id: string }
  const names = {
    ...{ samples: "totalSamplesReceived", concealed: "concealedSamples", hushed: "silentConcealedSamples" },
    ...{ decoded: "framesDecoded", dropped: "framesDropped" },
    ...{ freezes: "freezeCount", frozen: "totalFreezesDuration", received: "bytesReceived" },
  }
  type Name = keyof typeof names | "sent"
  const connections = new Set<RTCPeerConnection>()
  const before = new WeakMap<RTCPeerConnection, Map<string, Stats>>()
  const sums: Record<Name, number> = {
    ...{ samples: 0, concealed: 0, hushed: 0, decoded: 0, dropped: 0, freezes: 0, frozen: 0 },
    ...{ sent: 0, received: 0 },
  }
  const noted = { frames: 0, longestFrame: 0, latest: 0, silence: 0 }
  Object.assign(window, {
    noted: () => ({ ...noted, ...sums, concealed: sums.concealed - sums.hushed }),
  })
  if (typeof RTCPeerConnection === "undefined") return
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      connections.add(this)
    }
  }

  /** Adds what changed in a connection since the last look. Returns how many packets of sound came. */
  async function add(connection: RTCPeerConnection): Promise<number> {
    const stats = [...(await connection.getStats()).values()] as Stats[]
    const last = before.get(connection) ?? new Map<string, Stats>()
    before.set(connection, new Map(stats.map((one) => [one.id, one])))
    let packets = 0
    for (const one of stats) {
      const change = (name: string) => Math.max(0, (one[name] ?? 0) - (last.get(one.id)?.[name] ?? 0))
      if (one.type === "outbound-rtp") sums.sent += change("bytesSent") + change("headerBytesSent")
      if (one.type !== "inbound-rtp") continue
      for (const [name, of] of Object.entries(names)) sums[name as Name] += change(of)
      if (one.kind === "audio") packets += change("packetsReceived")
    }
    return packets
  }

  let [heardAt, lookedAt] = [0, performance.now()]
  async function look(): Promise<void> {
    for (const one of connections) if (one.connectionState === "closed") connections.delete(one)
    const packets = await Promise.all([...connections].map((one) => add(one).catch(() => 0)))
    const now = performance.now()
    if (packets.some((count) => count > 0)) heardAt = now
    // Who comes first hears nobody yet.
    if (heardAt > 0) noted.silence = Math.max(noted.silence, (now - heardAt) / 1_000)
  }
  setInterval(() => {
    const now = performance.now()
    noted.latest = Math.max(noted.latest, now - lookedAt - LOOK_MS)
    lookedAt = now
    void look()
  }, LOOK_MS)
  try {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        noted.frames += 1
        noted.longestFrame = Math.max(noted.longestFrame, duration)
      }
    }).observe({ type: "long-animation-frame" })
  } catch {
    // Firefox has no such entries.
  }
}
