import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { open, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { EncodedPacketSink, Input, UrlSource, WEBM } from "mediabunny"
import type { Recording } from "#contract/recordings/recordings.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { type LiveClass, postJson, startOwnClass } from "./rig/live-class.ts"
import { writeLongRecording } from "./rig/long-recording.ts"
import { openRecorder, recordFor, stopAndSave } from "./rig/recorded-live.ts"
import { median } from "./rig/rounds.ts"
import { projectRoot, type World } from "./rig/world.ts"

const SHORT = join(projectRoot, "tests/files/recorded.webm")
const LENGTHS = { minute: 60, hour: 3_600 }
const RUNS = { minute: 20, hour: 3 }
/**
 * Recordings made in a browser: how many, and how long in seconds. The longer ones show whether the upload
 * kept up.
 */
const LIVE = { short: { runs: 5, seconds: 5 }, longer: { runs: 3, seconds: 40 } }
const CHUNK_BYTES = 8 * 2 ** 20
const LOOK_EVERY_MS = 20

type Source = { path: string; seconds: number; bytes: number }
type Place = { address: string; taught: LiveClass }
type Kept = { recording: Recording; seconds: number }

/** Uploads a recording as its recorder does and returns its id. */
async function upload({ address, taught }: Place, { path, bytes }: Source): Promise<string> {
  const recording_id = randomUUID()
  await postJson(`${address}/api/v1/classes/${taught.id}/recordings`, taught.instructor, {
    recording_id,
    mime_type: "video/webm;codecs=vp9,opus",
  })
  const file = await open(path)
  try {
    for (let offset = 0; offset < bytes; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - offset))
      await file.read(chunk, 0, chunk.length, offset)
      const answer = await fetch(`${address}/uploads/recordings/${recording_id}`, {
        method: "PATCH",
        headers: {
          cookie: taught.instructor,
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body: chunk,
      })
      if (answer.status !== 204)
        throw new Error(`the upload answered ${answer.status}: ${await answer.text()}`)
      offset += chunk.length
    }
  } finally {
    await file.close()
  }
  return recording_id
}

async function read({ address, taught }: Place, id: string): Promise<Recording> {
  const answer = await fetch(`${address}/api/v1/recordings/${id}`, { headers: { cookie: taught.instructor } })
  const recording = (await answer.json()) as Recording
  if (recording.status === "failed") throw new Error(`the recording failed: ${recording.failure}`)
  return recording
}

async function until(place: Place, id: string, done: (recording: Recording) => boolean): Promise<Recording> {
  for (;;) {
    const recording = await read(place, id)
    if (done(recording)) return recording
    await new Promise((later) => setTimeout(later, LOOK_EVERY_MS))
  }
}

async function linkTo({ address, taught }: Place, id: string): Promise<string> {
  const link = await postJson(`${address}/api/v1/recordings/${id}/play`, taught.instructor, {})
  return new URL((link as { url: string }).url, address).href
}

/** Milliseconds from the stop, everything uploaded, until its first bytes come by the link that plays it. */
async function stopToPlayable(place: Place, source: Source): Promise<{ ms: number; id: string }> {
  const id = await upload(place, source)
  const stopped = performance.now()
  const { address, taught } = place
  await postJson(`${address}/api/v1/recordings/${id}/finish`, taught.instructor, { bytes: source.bytes })
  await until(place, id, ({ status }) => status === "completed")
  await playFirstBytes(place, id)
  return { ms: performance.now() - stopped, id }
}

/** How far from where one seeks to the finished file leads, as a share of its length, at the worst of four places. */
async function seekError(place: Place, { recording, seconds }: Kept): Promise<number> {
  const url = await linkTo(place, recording.id)
  const input = new Input({ formats: [WEBM], source: new UrlSource(url) })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error("the recording has no picture")
    const sink = new EncodedPacketSink(track)
    let worst = Math.abs((recording.duration_seconds ?? 0) - seconds) / seconds
    for (const share of [0.25, 0.5, 0.75, 0.98]) {
      const packet = await sink.getKeyPacket(share * seconds)
      worst = Math.max(worst, Math.abs((packet?.timestamp ?? Number.POSITIVE_INFINITY) / seconds - share))
    }
    return worst
  } finally {
    input.dispose()
  }
}

/** The first bytes that come by the link that plays a recording. */
async function playFirstBytes(place: Place, id: string): Promise<void> {
  const played = await fetch(await linkTo(place, id), { headers: { range: "bytes=0-65535" } })
  if (played.status !== 206) throw new Error(`the link answered ${played.status}`)
  await played.arrayBuffer()
}

async function newestOf({ address, taught }: Place): Promise<string> {
  const answer = await fetch(`${address}/api/v1/my/recordings?limit=1`, {
    headers: { cookie: taught.instructor },
  })
  const [newest] = ((await answer.json()) as { items: Recording[] }).items
  if (!newest) throw new Error("nothing is recorded")
  return newest.id
}

/** As the instructor sees it: from the press of Stop and Save until it is saved, and until it plays. */
async function recordLive(world: World, place: Place): Promise<Figure[]> {
  const page = await openRecorder(world, place.taught)
  try {
    return describeLive(await measureLive(page, place))
  } finally {
    // A running room would disturb the next measurement.
    await page.close()
  }
}

type Live = { saved: number[]; playable: number[]; medians: string[] }

async function measureLive(page: Page, place: Place): Promise<Live> {
  const saved: number[] = []
  const playable: number[] = []
  const medians: string[] = []
  for (const [kind, { runs, seconds }] of Object.entries(LIVE)) {
    const times: number[] = []
    for (let run = 0; run < runs; run += 1) {
      await recordFor(page, seconds)
      const id = await newestOf(place)
      const plays = until(place, id, ({ status }) => status === "completed").then(async () => {
        await playFirstBytes(place, id)
        return Date.now()
      })
      const { pressedAt, savedAt } = await stopAndSave(page)
      times.push(savedAt - pressedAt)
      playable.push((await plays) - pressedAt)
    }
    saved.push(...times)
    medians.push(`${median(times).toFixed(0)} ms for ${kind} ones of ${seconds} s`)
  }
  return { saved, playable, medians }
}

function describeLive({ saved, playable, medians }: Live): Figure[] {
  const method = `p95 of ${saved.length} recordings of a live class in Chromium, uploaded while they were made`
  return [
    {
      what: "Press of Stop and Save to saved",
      budget: "recording-saved",
      value: p95(saved) / 1_000,
      shown: `${(p95(saved) / 1_000).toFixed(2)} s`,
      method: `${method}, until the page says so; half of the time ${medians.join(", ")}`,
    },
    {
      what: "Press of Stop and Save to playing",
      budget: "recording-saved-playable",
      value: p95(playable) / 1_000,
      shown: `${(p95(playable) / 1_000).toFixed(2)} s`,
      method: `${method}, until the first bytes come by the link that plays it; half of the time ${median(playable).toFixed(0)} ms`,
    },
  ]
}

function p95(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
}

async function makeSource(world: World, seconds: number): Promise<Source> {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-recording-"))
  world.own(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "recorded.webm")
  const length = await writeLongRecording(SHORT, path, seconds)
  return { path, seconds: length, bytes: (await stat(path)).size }
}

/** From the stop of a recording to its playing, by the upload's end and by the instructor's press, and how well it seeks. */
export const recordings: Benchmark = {
  name: "recordings",
  async run(world) {
    const { address } = await world.product()
    const place = { address, taught: await startOwnClass(world) }
    const took: number[] = []
    const medians: string[] = []
    let worst = 0
    for (const length of ["minute", "hour"] as const) {
      const source = await makeSource(world, LENGTHS[length])
      const times: number[] = []
      for (let run = 0; run < RUNS[length]; run += 1) {
        const { ms, id } = await stopToPlayable(place, source)
        times.push(ms)
        const recording = await until(place, id, ({ file_path }) => file_path !== null)
        if (run === 0) worst = Math.max(worst, await seekError(place, { recording, seconds: source.seconds }))
      }
      took.push(...times)
      const middle = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
      medians.push(
        `${middle.toFixed(0)} ms for one of ${(source.bytes / 1e6).toFixed(0)} MB, the ${length}'s`,
      )
    }
    const slow = p95(took) / 1_000
    return [
      ...(await recordLive(world, place)),
      {
        what: "From stop to playable",
        budget: "recording-playable",
        value: slow,
        shown: `${slow.toFixed(2)} s`,
        method: `p95 of ${RUNS.minute} recordings of a minute and ${RUNS.hour} of an hour, everything uploaded, until the first bytes come by the link that plays it; half of the time ${medians.join(", ")}`,
      },
      {
        what: "Seeking in a recording",
        budget: "recording-seeking",
        value: worst,
        shown: `${(worst * 100).toFixed(2)} % off`,
        method:
          "the worst of the stated length and four places in the finished files, by their index, as a share of the length",
      },
    ]
  },
}
