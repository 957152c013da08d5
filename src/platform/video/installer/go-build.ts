import { spawn } from "node:child_process"
import { homedir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { InstallReport } from "#platform/video/installer/install-report.ts"

const MODULE = "github.com/livekit/livekit-server/cmd/server"
/** What debuggers would read takes a fifth of the build's time and a quarter of the program. */
const WITHOUT_DEBUGGING = ["-gcflags=all=-dwarf=false", "-ldflags=-s -w"]

export type GoBuildOptions = {
  version: string
  /** The Go program. */
  go: string
  path: string
  env: Record<string, string | undefined> | undefined
  /** A folder for the program. */
  draft: string
  report: InstallReport
  signal: AbortSignal | undefined
}

/**
 * Builds the server from source with Go (minutes, and some hundred MB in Go's own caches) and returns the
 * program's path in `draft`. Throws with the last lines of the build when it fails.
 */
export async function buildWithGo(options: GoBuildOptions): Promise<string> {
  const { version, draft, report } = options
  report({ way: "go", message: `building livekit-server ${version} with Go, which takes a few minutes` })
  await runGo(options)
  // Go names a program after its folder.
  return join(draft, process.platform === "win32" ? "server.exe" : "server")
}

async function runGo({ version, go, path, env, draft, report, signal }: GoBuildOptions): Promise<void> {
  signal?.throwIfAborted()
  const isWindows = process.platform === "win32"
  const child = spawn(go, ["install", "-v", ...WITHOUT_DEBUGGING, `${MODULE}@v${version}`], {
    env: { HOME: homedir(), ...env, PATH: path, GOBIN: draft },
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, so that stopping it stops the compilers too.
    detached: !isWindows,
    windowsHide: true,
  })
  const stop = () => {
    if (child.pid === undefined) return
    try {
      if (isWindows) child.kill()
      else process.kill(-child.pid, "SIGKILL")
    } catch {
      // Already gone.
    }
  }
  signal?.addEventListener("abort", stop, { once: true })
  process.once("exit", stop)
  const last: string[] = []
  let packages = 0
  createInterface({ input: child.stderr }).on("line", (line) => {
    last.push(line)
    if (last.length > 5) last.shift()
    packages += 1
    report({ way: "go", message: line, packages })
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", resolve)
    })
    signal?.throwIfAborted()
    if (code !== 0) throw new Error(`go install ended with ${code}: ${last.join(" / ")}`)
  } finally {
    signal?.removeEventListener("abort", stop)
    process.removeListener("exit", stop)
  }
}
