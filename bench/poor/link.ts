import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { stopChild } from "../rig/stop-child.ts"
import { cacheFolder, projectRoot, type World } from "../rig/world.ts"

/** One direction of a link; a rate of 0 has no limit. */
type Direction = { kilobits: number; delayMs: number; lostPercent: number; queueMs: number }
export type Quality = { down: Direction; up: Direction }

const FREE: Direction = { kilobits: 0, delayMs: 0, lostPercent: 0, queueMs: 0 }
export const CLEAR: Quality = { down: FREE, up: FREE }

const [HERE, THERE] = ["10.77.77.1", "10.77.77.2"]
const [DEVICE, ITS_DEVICE, NAMESPACE] = ["kaksha-net", "kaksha-poor", "kaksha-poor"]

export type Link = {
  /** This machine's address as the other side of the link knows it. */
  address: string
  /** Returns a program that starts Chromium on the other side of the link. */
  chromium(path: string): string
  set(quality: Quality): Promise<void>
}

function ip(...words: string[]): void {
  execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] })
}

/** What keeps this machine from having a link of its own, in a sentence, or null. */
function whyNot(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "a poor connection is simulated between network namespaces: run it as root on Linux"
  if (!existsSync("/dev/net/tun")) return "there is no /dev/net/tun: load the kernel's module tun"
  if (spawnSync("ip", ["-V"]).error)
    return "there is no ip on the PATH: install it (Debian: apt-get install iproute2)"
  return null
}

function buildLink(): string {
  mkdirSync(cacheFolder, { recursive: true })
  const program = join(cacheFolder, "poor-link")
  const built = spawnSync("go", ["build", "-o", program, join(projectRoot, "bench/poor/link.go")], {
    encoding: "utf8",
  })
  if (built.status !== 0) throw new Error(`the link could not be built with Go: ${built.stderr ?? "no Go"}`)
  return program
}

/** Opens a link to a network namespace of its own, which is clear at first. Throws where that can't be. */
export async function openLink(world: World): Promise<Link> {
  const reason = whyNot()
  if (reason) throw new Error(reason)
  const child = spawn(buildLink(), [DEVICE, ITS_DEVICE], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const unmade = world.own(() => stopChild(child))
  await nextLine(child, lines)
  // Of a run that was killed.
  spawnSync("ip", ["netns", "del", NAMESPACE])
  ip("netns", "add", NAMESPACE)
  world.own(() => ip("netns", "del", NAMESPACE))
  // Before its namespace, with which one of its devices would go.
  unmade()
  world.own(() => stopChild(child))
  ip("addr", "add", HERE, "peer", THERE, "dev", DEVICE)
  ip("link", "set", DEVICE, "up")
  ip("link", "set", ITS_DEVICE, "netns", NAMESPACE)
  const inside = (...words: string[]) => ip("-n", NAMESPACE, ...words)
  inside("link", "set", "lo", "up")
  inside("addr", "add", THERE, "peer", HERE, "dev", ITS_DEVICE)
  inside("link", "set", ITS_DEVICE, "up")
  inside("route", "add", "default", "via", HERE)
  return {
    address: HERE,
    chromium(path) {
      const program = join(cacheFolder, "poor-chromium")
      writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${NAMESPACE} ${path} "$@"\n`, { mode: 0o755 })
      return program
    },
    async set(quality) {
      for (const way of ["down", "up"] as const) {
        const { kilobits, delayMs, lostPercent, queueMs } = quality[way]
        child.stdin?.write(`${way} ${kilobits * 1_000} ${delayMs} ${lostPercent} ${queueMs}\n`)
        await nextLine(child, lines)
      }
    },
  }
}

async function nextLine(child: ChildProcess, lines: AsyncIterator<string>): Promise<void> {
  const { done } = await lines.next()
  if (done) throw new Error(`the link ended with ${child.exitCode}`)
}
