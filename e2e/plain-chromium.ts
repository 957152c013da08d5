import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import config from "../playwright.config.ts"

type Params = Record<string, unknown>

/** A tab of a browser that treats hidden tabs as it does for people. */
export type PlainTab = {
  goto(url: string): Promise<void>
  /** Runs an expression in the tab and returns its result. */
  run<T>(expression: string): Promise<T>
  /** Opens another tab in front of this one. */
  hide(): Promise<void>
  close(): void
}

/**
 * Starts Chromium as people do and returns its tab. Test tools keep tabs awake, by switches and by making
 * every tab believe that it has the focus; this one does neither.
 */
export async function openPlainChromium(): Promise<PlainTab> {
  const { executablePath = "chromium", args = [] } = config.use?.launchOptions ?? {}
  // In the headless build every tab stays visible.
  const whole = executablePath.replace(/-headless-shell$/, "")
  const profile = mkdtempSync(join(tmpdir(), "kaksha-chromium-"))
  const own = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"]
  const child = spawn(whole, [...args, ...own], { stdio: ["ignore", "ignore", "pipe"] })
  let address: string | undefined
  for await (const line of createInterface(child.stderr)) {
    address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address) break
  }
  if (!address) throw new Error("Chromium did not start")
  const send = await connect(address)
  const { targetInfos } = await send<{ targetInfos: { type: string; targetId: string }[] }>(
    "Target.getTargets",
  )
  const targetId = targetInfos.find(({ type }) => type === "page")?.targetId
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  })
  const close = () => {
    child.once("exit", () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
    // On Debian the child is a script, and a signal to it would leave the browser running.
    void send("Browser.close")
  }
  const run = async <T>(expression: string): Promise<T> => {
    const how = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    type Answer = { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } }
    const { result, exceptionDetails } = await send<Answer>("Runtime.evaluate", how, sessionId)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? "the tab threw")
    return result.value
  }
  return {
    run,
    close,
    async goto(url) {
      await send("Page.navigate", { url }, sessionId)
    },
    async hide() {
      await send("Target.createTarget", { url: "about:blank", newWindow: false, background: false })
    },
  }
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as {
      id?: number
      result?: unknown
      error?: { message: string }
    }
    const asked = waiting.get(id ?? 0)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  })
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened, { once: true })
    socket.addEventListener("error", failed, { once: true })
  })
  let number = 0
  return <T>(method: string, params: Params = {}, sessionId?: string): Promise<T> => {
    number += 1
    const id = number
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
    })
  }
}
