import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { endServer, type ServerChild, startServer, type VideoLog } from "#platform/video/child.ts"
import { type VideoPorts, type VideoReach, writeVideoConfig } from "#platform/video/config.ts"
import { endOrphan, writePidFile } from "#platform/video/orphan.ts"
import { livekitVideo } from "#platform/video/port.ts"
import { pickVideoPorts } from "#platform/video/ports.ts"

export type VideoHealth = "up" | "starting" | "down"

/** All in milliseconds. */
export type VideoTimings = {
  /** Between two health checks of a server that is up, and the longest one may take. */
  checkEvery: number
  /** How long checks may fail before the server is killed and started again. */
  patience: number
  /** The same for a server that has not been up yet. */
  startPatience: number
  /** After this uptime a server counts as stable and the next restart is quick again. */
  stableAfter: number
}

const TIMINGS: VideoTimings = {
  checkEvery: 2000,
  patience: 10_000,
  startPatience: 30_000,
  stableAfter: 60_000,
}
const START_CHECK_MS = 50
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 30_000

export type SuperviseOptions = {
  binary: string
  dataDir: string
  /** Ports to insist on; without them the customary ones, or any free ones. 0 takes any. */
  ports?: Partial<VideoPorts>
  reach?: VideoReach
  apiKey: string
  /** At least 32 characters. */
  apiSecret: string
  webhookUrl: string
  report: (progress: { message: string }) => void
  log: VideoLog
  onChange?: (health: VideoHealth) => void
  timings?: Partial<VideoTimings>
}

/** A video server that is kept running. `url` and `ports` are settled once `ready` resolves. */
export type VideoServer = {
  readonly url: string
  readonly httpUrl: string
  readonly ports: VideoPorts
  readonly pid: number | undefined
  health(): VideoHealth
  /** Resolves when the server first responds; rejects when it is stopped before. */
  ready: Promise<void>
  /** Ends the server within 5 s, with everybody in it sent out. May be called again. */
  stop(): Promise<void>
}

/** Milliseconds to wait before restart number `attempt` (from 0): doubling to 30 s, the last half of it chance. */
export function restartDelay(attempt: number, random: number): number {
  const full = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 20))
  return full / 2 + (full / 2) * random
}

/**
 * Starts the video server in `<dataDir>/video` and keeps it running until `stop`: a server that dies or stops
 * answering is started again on the same ports. A server that an earlier, killed process left behind is ended
 * first. Throws VideoPortTaken and VideoServerInUse; failures after that only show as health "down".
 */
export async function superviseVideoServer(options: SuperviseOptions): Promise<VideoServer> {
  const folder = join(options.dataDir, "video")
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const configPath = join(folder, "livekit.yaml")
  const orphan = await endOrphan(join(folder, "livekit.pid"), configPath)
  if (orphan !== null) options.log.info({ pid: orphan }, "ended a video server left behind by an earlier run")
  const supervisor = new Supervisor(options, folder, configPath)
  await supervisor.prepare()
  supervisor.start()
  return supervisor
}

class Supervisor implements VideoServer {
  ports: VideoPorts = { http: 0, tcp: 0, udp: 0 }
  ready: Promise<void>
  private readonly options: SuperviseOptions
  private readonly folder: string
  private readonly configPath: string
  private readonly timings: VideoTimings
  private readonly stopped = new AbortController()
  private readonly settled = Promise.withResolvers<void>()
  private readonly killAtExit = () => this.child?.kill("SIGKILL")
  private state: VideoHealth = "starting"
  private child: ServerChild | undefined
  private wasReady = false
  private loop: Promise<void> = Promise.resolve()

  constructor(options: SuperviseOptions, folder: string, configPath: string) {
    this.options = options
    this.folder = folder
    this.configPath = configPath
    this.timings = { ...TIMINGS, ...options.timings }
    this.ready = this.settled.promise
    this.ready.catch(() => undefined)
  }

  get url(): string {
    return `ws://127.0.0.1:${this.ports.http}`
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${this.ports.http}`
  }

  get pid(): number | undefined {
    return this.child?.isRunning() ? this.child.pid : undefined
  }

  health(): VideoHealth {
    return this.state
  }

  start(): void {
    process.once("exit", this.killAtExit)
    this.loop = this.keepRunning()
  }

  async stop(): Promise<void> {
    this.stopped.abort()
    if (this.child) await endServer(this.child)
    await this.loop
    process.removeListener("exit", this.killAtExit)
    await rm(join(this.folder, "livekit.pid"), { force: true })
    this.settled.reject(new Error("the video server was stopped before it was ready"))
    this.change("down")
  }

  /**
   * Before the server was first ready its ports are unpublished, so they may still change if another program
   * takes them.
   */
  async prepare(): Promise<void> {
    const { reach = "loopback", apiKey, apiSecret, webhookUrl } = this.options
    if (!this.wasReady) this.ports = await pickVideoPorts(this.options.ports ?? {}, reach)
    await writeVideoConfig(this.configPath, { ports: this.ports, apiKey, apiSecret, webhookUrl, reach })
  }

  private change(state: VideoHealth): void {
    if (state === this.state) return
    this.state = state
    this.options.onChange?.(state)
  }

  private async keepRunning(): Promise<void> {
    const { log, report } = this.options
    for (let attempt = 0; !this.stopped.signal.aborted; attempt += 1) {
      const upSince = await this.runOnce().catch((error: unknown) => {
        log.error({ err: error }, "the video server could not be started")
        return null
      })
      if (this.stopped.signal.aborted) return
      this.change("down")
      if (upSince !== null && Date.now() - upSince >= this.timings.stableAfter) attempt = 0
      const delayMs = Math.round(restartDelay(attempt, Math.random()))
      report({ message: `the video server ended, starting it again in ${delayMs} ms` })
      await this.pause(delayMs)
    }
  }

  /** Runs the server once; returns since when it was up (ms), null when it never was. */
  private async runOnce(): Promise<number | null> {
    const { binary, log, report } = this.options
    await this.prepare()
    if (this.stopped.signal.aborted) return null
    report({ message: `starting the video server on port ${this.ports.http}` })
    const startedAt = Date.now()
    const logPath = join(this.folder, "livekit.log")
    const child = startServer({ binary, configPath: this.configPath, cwd: this.folder, logPath, log })
    this.child = child
    if (child.pid !== undefined) {
      await writePidFile(join(this.folder, "livekit.pid"), { pid: child.pid, owner: process.pid })
    }
    const upSince = await this.watch(child, startedAt)
    const { error, ...exit } = await child.exited
    if (!this.stopped.signal.aborted) log.warn({ ...exit, err: error }, "the video server ended")
    return upSince
  }

  /** Checks the server until it is gone, and kills it when it has been silent for too long. */
  private async watch(child: ServerChild, startedAt: number): Promise<number | null> {
    let upSince: number | null = null
    let lastGood = startedAt
    while (child.isRunning() && !this.stopped.signal.aborted) {
      const good = upSince === null ? await this.isOurs() : await this.isHealthy()
      if (!child.isRunning()) break
      if (good) {
        lastGood = Date.now()
        if (upSince === null) this.becameReady(startedAt)
        upSince ??= lastGood
        this.change("up")
      } else {
        if (upSince !== null) this.change("down")
        const patience = upSince === null ? this.timings.startPatience : this.timings.patience
        if (Date.now() - lastGood > patience) {
          this.options.log.error({ silentMs: Date.now() - lastGood }, "the video server doesn't answer")
          child.kill("SIGKILL")
          await child.exited
        }
      }
      const pauseMs = upSince === null ? START_CHECK_MS : this.timings.checkEvery
      await Promise.race([this.pause(pauseMs), child.exited])
    }
    return upSince
  }

  private becameReady(startedAt: number): void {
    const startMs = Date.now() - startedAt
    this.wasReady = true
    this.settled.resolve()
    this.options.log.info({ ports: this.ports, pid: this.child?.pid, startMs }, "the video server is up")
    this.options.report({ message: `the video server is up at ${this.url}` })
  }

  private async isHealthy(): Promise<boolean> {
    const signal = AbortSignal.timeout(Math.max(this.timings.checkEvery, 1000))
    const answer = await fetch(this.httpUrl, { signal }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok === true
  }

  // Someone else's server may have taken the port first: ours is the one that takes our keys.
  private async isOurs(): Promise<boolean> {
    if (!(await this.isHealthy())) return false
    const { apiKey, apiSecret } = this.options
    const video = livekitVideo({ httpUrl: this.httpUrl, publicUrl: this.url, apiKey, apiSecret })
    return video.listRooms().then(
      () => true,
      () => false,
    )
  }

  private async pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined)
  }
}
