import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { openConsole } from "./console.ts"

const projectRoot = resolve(import.meta.dirname, "../..")

/** Returns what a person sees on the terminal: overwritten lines are gone. */
function read(written: string): string[] {
  return written
    .replaceAll("\r\n", "\n")
    .split("\n")
    .map((line) => line.split("\r\x1b[K").at(-1) ?? "")
}

describe("the lines of the command line", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function open(terminal: boolean) {
    let written = ""
    const write = (part: string) => {
      written += part
    }
    const output = { write, isTTY: terminal, columns: 60 }
    return { ...openConsole(output, output), lines: () => read(written) }
  }

  test("D10 on a terminal a long step is one line, which is written over and makes way for others", () => {
    const { say, longStep, lines } = open(true)
    const step = longStep("Building")
    for (let part = 1; part <= 300; part += 1) {
      step.show(`Building: package ${part}, example.com/a/module/with/a/name/that/is/long`)
      vi.advanceTimersByTime(50)
      if (part === 100) say("The port is open")
    }
    expect(lines()).toEqual([
      "The port is open",
      "   15.0 s  Building: package 300, example.com/a/module/with".slice(0, 59),
    ])
    step.done()
    say("Built")
    expect(lines()).toEqual(["The port is open", "Built", ""])
  })

  test("D10 of steps under way at once the one begun last is shown, and then the one before", () => {
    const { longStep, lines } = open(true)
    const outer = longStep("Fetching")
    const inner = longStep("Opening")
    expect(lines()).toEqual(["    0.0 s  Opening"])
    inner.done()
    expect(lines()).toEqual(["    0.0 s  Fetching"])
    outer.done()
    outer.done()
    expect(lines()).toEqual([""])
  })

  test("D10 without a terminal a long step is told every 15 s, and a short one not at all", () => {
    const { longStep, lines } = open(false)
    longStep("Starting").done()
    const step = longStep("Building")
    for (let part = 1; part <= 400; part += 1) {
      step.show(`Building: package ${part}`)
      vi.advanceTimersByTime(100)
    }
    step.done()
    vi.advanceTimersByTime(60_000)
    expect(lines()).toEqual(["   15.0 s  Building: package 150", "   30.0 s  Building: package 300", ""])
  })
})

/** Builds the "video server" with a Go that names 400 packages, as a first start does, with output as given. */
async function build(runner: (command: string[]) => string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kaksha-console-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const go = join(folder, "go")
  await writeFile(
    go,
    `#!/bin/sh\ni=0\nwhile [ $i -lt 400 ]; do i=$((i+1)); echo "example.com/package/$i" >&2; done\nexit 1\n`,
  )
  await chmod(go, 0o755)
  const program = join(folder, "build.ts")
  await writeFile(
    program,
    `import { longStep, report } from "${projectRoot}/src/app/console.ts"
    import { findVideoServer } from "${projectRoot}/src/platform/video/installer/install.ts"
    import { showInstall } from "${projectRoot}/src/platform/video/installer/install-report.ts"
    const shown = showInstall({ report, longStep })
    const fetch = () => Promise.reject(new TypeError("fetch failed"))
    const path = "${folder}"
    await findVideoServer({ dataDir: path, path, env: {}, fetch, report: shown.report })
      .catch(() => report("There is none"))
      .finally(shown.done)`,
  )
  const [command = "", ...args] = runner([process.execPath, program])
  const child = spawn(command, args, { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] })
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
  return out + errors
}

/** The same command on a terminal, whose output is passed on. */
function onTerminal(command: string[]): string[] {
  if (process.platform === "darwin") return ["script", "-q", "/dev/null", ...command]
  return ["script", "-qec", command.join(" "), "/dev/null"]
}

test.each([
  ["a terminal", onTerminal],
  ["a pipe", (command: string[]) => command],
])("OPS-01 on %s the 400 packages of a first start are no 400 lines", async (_, runner) => {
  const written = await build(runner)
  const lines = read(written)
  expect(lines.join("\n")).toContain("There is none")
  expect(lines.join("\n")).toContain("building livekit-server")
  expect(lines.length).toBeLessThan(12)
  if (runner === onTerminal) expect(written).toContain("with Go, which takes a few minutes: package 1, ")
})
