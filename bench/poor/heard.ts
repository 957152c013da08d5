import type { Page } from "@playwright/test"

/** What a page heard until an instant; samples and packets are counted from the first one on. */
export type Heard = {
  at: number
  samples: number
  concealed: number
  packets: number
  lost: number
  delay: number
  emitted: number
  pictures: number
  bytes: number
  state: string
}

/** In the page, before its own scripts: notes ten times a second what it hears and whether it is connected. */
export function noteSound(): void {
  const connections: RTCPeerConnection[] = []
  const heard: Heard[] = []
  Object.assign(window, { heard })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      connections.push(this)
    }
  }
  type Inbound = Record<string, number> & { type: string; kind: string }
  async function look(): Promise<void> {
    const state =
      document.querySelector<HTMLElement>("[data-connection-state]")?.dataset.connectionState ?? ""
    const receivers = connections.flatMap((one) => one.getReceivers())
    const reports = await Promise.all(receivers.map((one) => one.getStats()))
    const inbound = reports
      .flatMap((report) => [...report.values()] as Inbound[])
      .filter(({ type }) => type === "inbound-rtp")
    const sum = (name: string, kind = "audio") =>
      inbound.filter((one) => one.kind === kind).reduce((all, one) => all + (one[name] ?? 0), 0)
    heard.push({
      at: Date.now(),
      ...{ samples: sum("totalSamplesReceived"), concealed: sum("concealedSamples") },
      ...{ packets: sum("packetsReceived"), lost: sum("packetsLost") },
      ...{ delay: sum("jitterBufferDelay"), emitted: sum("jitterBufferEmittedCount") },
      ...{ pictures: sum("framesDecoded", "video"), bytes: sum("bytesReceived", "video") },
      state,
    })
  }
  setInterval(() => void look(), 100)
}

export type Sound = {
  /** Of a hundred samples, those that were made up because nothing had come. */
  concealed: number
  /** The longest time in which everything was made up, in ms. */
  longestGap: number
  lost: number
  /** For how long sound waited to be played, in ms. */
  buffered: number
  pictures: number
  videoKilobits: number
  cuts: number
}

const RATE = 48_000

/** Returns what a page heard between two instants. Where it had no connection, nothing came. */
export async function soundOf(page: Page, from: number, until: number): Promise<Sound> {
  const all = await page.evaluate(() => (window as unknown as { heard: Heard[] }).heard)
  const notes = all.filter(({ at }) => at >= from && at <= until)
  const steps = notes.slice(1).map((note, index) => stepFrom(notes[index] as Heard, note))
  const over = (name: keyof Step) => steps.reduce((sum, step) => sum + step[name], 0)
  const gaps = gapsIn(steps)
  const isCut = (note: Heard | undefined) => note?.state !== "connected"
  const missing = (gaps.silent / 1_000) * RATE
  return {
    concealed: ((over("concealed") + missing) / Math.max(1, over("samples") + missing)) * 100,
    longestGap: gaps.longest,
    lost: (over("lost") / Math.max(1, over("lost") + over("packets"))) * 100,
    buffered: (over("delay") / Math.max(1, over("emitted"))) * 1_000,
    pictures: over("pictures"),
    videoKilobits: (over("bytes") * 8) / Math.max(1, over("at")),
    cuts: notes.filter((note, index) => index > 0 && isCut(note) && !isCut(notes[index - 1])).length,
  }
}

type Step = Omit<Heard, "state">

/** What came between two notes. A new connection counts from the beginning. */
function stepFrom(before: Heard, after: Heard): Step {
  const isNew = after.samples < before.samples || after.packets < before.packets
  const part = (name: keyof Step) => after[name] - (isNew && name !== "at" ? 0 : before[name])
  const names = [
    "at",
    "samples",
    "concealed",
    "packets",
    "lost",
    "delay",
    "emitted",
    "pictures",
    "bytes",
  ] as const
  return Object.fromEntries(names.map((name) => [name, Math.max(0, part(name))])) as Step
}

/** The longest time in which nothing that was said could be heard, and how long there was no sound at all, in ms. */
function gapsIn(steps: readonly Step[]): { longest: number; silent: number } {
  let [gap, longest, silent, unknown] = [0, 0, 0, 0]
  for (const { at, samples, concealed } of steps) {
    // A page that was busy tells by its next note what came meanwhile.
    unknown += at
    if (samples === 0) continue
    const played = (samples / RATE) * 1_000
    const absent = played < unknown / 2 ? unknown - played : 0
    silent += absent
    gap = concealed > 0.9 * samples || absent > 0 ? gap + unknown : 0
    unknown = 0
    longest = Math.max(longest, gap)
  }
  return {
    longest: Math.max(longest, gap + (unknown > 1_000 ? unknown : 0)),
    silent: silent + (unknown > 1_000 ? unknown : 0),
  }
}
