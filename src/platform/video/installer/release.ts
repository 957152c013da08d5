import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { extractProgram } from "#platform/video/installer/archive.ts"
import type { InstallReport } from "#platform/video/installer/install-report.ts"

export const OFFICIAL_RELEASES = "https://github.com/livekit/livekit/releases/download"

/** Milliseconds for the host to respond at all: offline machines should move on soon. */
const ANSWER_WITHIN_MS = 8000
/** Time without a single byte after which a download counts as stuck. */
const SILENT_FOR_MS = 30_000
const REPORT_EVERY_BYTES = 1_000_000

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: "linux",
  darwin: "darwin",
  win32: "windows",
}
const MACHINES: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" }

export type ReleaseOptions = {
  version: string
  releaseBaseUrl: string
  platform: NodeJS.Platform
  arch: NodeJS.Architecture
  /** A folder for the program. */
  draft: string
  report: InstallReport
  fetch: typeof globalThis.fetch
  signal: AbortSignal | undefined
}

/** The archive's name in the release, null for a platform without one. */
function archiveName(version: string, platform: NodeJS.Platform, arch: NodeJS.Architecture) {
  const [system, machine] = [SYSTEMS[platform], MACHINES[arch]]
  if (!system || !machine) return null
  return `livekit_${version}_${system}_${machine}.${system === "windows" ? "zip" : "tar.gz"}`
}

/**
 * Downloads the release for this platform, checks it against the release's own list of SHA-256 sums and
 * returns where in `draft` the program is. Throws with the reason when any of that fails.
 */
export async function downloadRelease(options: ReleaseOptions): Promise<string> {
  const { version, platform, arch, draft, report } = options
  const name = archiveName(version, platform, arch)
  if (!name) throw new Error(`there is no release for ${platform} on ${arch}`)
  const base = `${options.releaseBaseUrl}/v${version}`
  report({ way: "release", message: `looking for ${name}` })
  const sums = (await download(`${base}/checksums.txt`, options, () => undefined)).toString("utf8")
  const expected = findSum(sums, name)
  if (!expected) throw new Error(`release ${version} has no ${name}`)
  let reported = 0
  const archive = await download(`${base}/${name}`, options, (receivedBytes, totalBytes) => {
    if (receivedBytes - reported < REPORT_EVERY_BYTES && receivedBytes !== totalBytes) return
    reported = receivedBytes
    report({
      way: "release",
      message: `downloading ${name}`,
      receivedBytes,
      ...(totalBytes ? { totalBytes } : {}),
    })
  })
  const actual = createHash("sha256").update(archive).digest("hex")
  if (actual !== expected) throw new Error(`${name} is not what was released: its checksum is ${actual}`)
  const file = platform === "win32" ? "livekit-server.exe" : "livekit-server"
  const program = join(draft, file)
  await writeFile(program, await extractProgram(archive, name, file), { mode: 0o755 })
  return program
}

function findSum(sums: string, name: string): string | null {
  for (const line of sums.split("\n")) {
    const [sum, file] = line.trim().split(/\s+\*?/)
    if (file === name && sum && /^[0-9a-f]{64}$/i.test(sum)) return sum.toLowerCase()
  }
  return null
}

async function download(
  url: string,
  { fetch, signal }: ReleaseOptions,
  onBytes: (received: number, total: number | undefined) => void,
): Promise<Buffer> {
  const stuck = new AbortController()
  const give = (ms: number) => setTimeout(() => stuck.abort(new Error(`${new URL(url).host} is silent`)), ms)
  let timer = give(ANSWER_WITHIN_MS)
  try {
    const either = signal ? AbortSignal.any([signal, stuck.signal]) : stuck.signal
    const answer = await fetch(url, { signal: either })
    if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}`)
    const total = Number(answer.headers.get("content-length")) || undefined
    const chunks: Uint8Array[] = []
    let received = 0
    for await (const chunk of answer.body) {
      clearTimeout(timer)
      timer = give(SILENT_FOR_MS)
      chunks.push(chunk)
      received += chunk.length
      onBytes(received, total)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    // What fetch throws only says "fetch failed"; the reason is inside.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(`can't download ${url}: ${cause instanceof Error ? cause.message : cause}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}
