import { execFile } from "node:child_process"
import { mkdir, rename, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { executable, findOnPath } from "#platform/find-on-path.ts"
import { buildWithGo } from "#platform/video/installer/go-build.ts"
import { draftName, holdingInstallLock } from "#platform/video/installer/install-lock.ts"
import type { InstallReport, InstallWay } from "#platform/video/installer/install-report.ts"
import { downloadRelease, OFFICIAL_RELEASES } from "#platform/video/installer/release.ts"

/** The release this product was tried with. */
export const VIDEO_SERVER_VERSION = "1.13.5"
/** Older ones may not know all keys of our configuration, and refuse to start over one. */
const OLDEST_MINOR = 13

export type InstallAttempt = { way: InstallWay; reason: string }
export type FoundVideoServer = { path: string; version: string; source: InstallWay }

/** No video server could be found; `attempts` says why, one by one. */
export class VideoServerNotFound extends Error {
  override name = "VideoServerNotFound"
  readonly attempts: InstallAttempt[]
  constructor(attempts: InstallAttempt[]) {
    const tried = attempts.map(({ way, reason }) => `\n  ${WAY_NAMES[way]}: ${reason}`).join("")
    super(`no video server (livekit-server ${VIDEO_SERVER_VERSION}) found:${tried}`)
    this.attempts = attempts
  }
}

const WAY_NAMES: Record<InstallWay, string> = {
  path: "installed program",
  cached: "earlier download",
  release: "official release",
  go: "build with Go",
}

export type FindOptions = {
  dataDir: string
  /** The PATH to look in for `livekit-server` and `go`. */
  path: string
  report: InstallReport
  fetch?: typeof globalThis.fetch
  signal?: AbortSignal
  /** Surroundings for Go: its proxy and cache settings. HOME is added when missing. */
  env?: Record<string, string | undefined>
  releaseBaseUrl?: string
  platform?: NodeJS.Platform
  arch?: NodeJS.Architecture
}

/**
 * Finds a working video server, or installs one: on the PATH, in `<dataDir>/bin`, from the official release,
 * or built with Go, the first that runs and reports a version we can use. Throws VideoServerNotFound, or the
 * signal's reason when aborted. Several processes may call it for one folder at once.
 */
export async function findVideoServer(options: FindOptions): Promise<FoundVideoServer> {
  const { dataDir, path, report, signal, platform = process.platform } = options
  const attempts: InstallAttempt[] = []
  const installed = await findOnPath("livekit-server", path, platform)
  const onPath = await tryProgram("path", installed, "livekit-server is not on the PATH", attempts)
  if (onPath) return onPath

  // Go takes absolute paths only.
  const folder = resolve(dataDir, "bin")
  await mkdir(folder, { recursive: true })
  const target = join(folder, `livekit-server-${VIDEO_SERVER_VERSION}${platform === "win32" ? ".exe" : ""}`)
  const cached = await tryProgram("cached", await executable(target), `there is no ${target}`, attempts)
  if (cached) return cached

  const onWait = () =>
    report({ way: "cached", message: "another process is fetching the video server, waiting" })
  return holdingInstallLock(folder, signal, onWait, async () => {
    const meanwhile = await tryProgram("cached", await executable(target), "", [])
    if (meanwhile) return meanwhile
    for (const way of ["release", "go"] as const) {
      const found = await bring(way, options, folder, target).catch((error: unknown) => {
        signal?.throwIfAborted()
        return error instanceof Error ? error : new Error(String(error))
      })
      if (!(found instanceof Error)) return found
      attempts.push({ way, reason: found.message })
      report({ way, message: found.message })
    }
    throw new VideoServerNotFound(attempts)
  })
}

/** Makes the program in a draft folder and moves it to `target` once it has shown that it runs. */
async function bring(way: "release" | "go", options: FindOptions, folder: string, target: string) {
  const { path, report, signal, platform = process.platform, arch = process.arch } = options
  const draft = draftName(folder, process.pid)
  const shared = { version: VIDEO_SERVER_VERSION, draft, report, signal }
  await mkdir(draft)
  try {
    let program: string
    if (way === "release") {
      const { releaseBaseUrl = OFFICIAL_RELEASES, fetch = globalThis.fetch } = options
      program = await downloadRelease({ ...shared, releaseBaseUrl, platform, arch, fetch })
    } else {
      const go = await findOnPath("go", path, platform)
      if (!go) throw new Error("Go is not on the PATH")
      program = await buildWithGo({ ...shared, go, path, env: options.env })
    }
    const version = await readVersion(program)
    if (version instanceof Error) throw version
    await rename(program, target)
    return { path: target, version, source: way }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function tryProgram(
  way: InstallWay,
  program: string | null,
  missing: string,
  attempts: InstallAttempt[],
): Promise<FoundVideoServer | null> {
  const version = program ? await readVersion(program) : new Error(missing)
  if (program && typeof version === "string") return { path: program, version, source: way }
  attempts.push({ way, reason: version instanceof Error ? version.message : missing })
  return null
}

/** The version a program says it is, or why it can't be used. */
async function readVersion(program: string): Promise<string | Error> {
  try {
    // Without our environment, which could contain settings for it.
    const { stdout } = await promisify(execFile)(program, ["--version"], { timeout: 10_000, env: {} })
    const match = stdout.match(/\bversion v?((\d+)\.(\d+)\.\d+\S*)/)
    if (!match?.[1]) return new Error(`${program} --version says no version`)
    const [, version, major, minor] = match
    if (Number(major) === 1 && Number(minor) >= OLDEST_MINOR) return version
    return new Error(`${program} is version ${version}, needed is 1.${OLDEST_MINOR} or a later 1.x`)
  } catch (error) {
    return new Error(`${program} doesn't run: ${error instanceof Error ? error.message : error}`)
  }
}
