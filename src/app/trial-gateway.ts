import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Log } from "#platform/log/log.ts"
import type { RazorpaySettings } from "#platform/money/razorpay-api.ts"
import { SECOND } from "#shared/time.ts"
import { PAY_PAGES } from "#shared/trial-gateway.ts"
import type { GatewayOrders, GatewayReady } from "./commands/gateway.ts"

export type TrialGateway = { settings: RazorpaySettings; stop(): Promise<void> }

const RESTART_AFTER = SECOND

/**
 * Starts the payment gateway of a trial as a process of its own, on the port and with the secrets of last time, and
 * again whenever it ends. It ends with us, however we end. Throws if it can't be started.
 */
export async function startTrialGateway({
  projectRoot,
  dataFolder,
  webhookUrl,
  log,
}: {
  projectRoot: string
  dataFolder: string
  webhookUrl: string
  log: Log
}): Promise<TrialGateway> {
  const orders: GatewayOrders = { file: join(dataFolder, "gateway.json"), webhookUrl }
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let settings: RazorpaySettings | undefined

  async function begin(): Promise<GatewayReady> {
    const cli = join(projectRoot, "src/app/cli.ts")
    const started = spawn(process.execPath, [cli, "gateway"], { stdio: ["pipe", "pipe", "inherit"] })
    child = started
    started.stdin.on("error", () => {})
    started.once("exit", (code) => {
      if (stopped) return
      log.warn({ code }, "the trial's payment gateway ended and is started again")
      timer = setTimeout(
        () => void begin().catch((err) => log.error({ err }, "no payment gateway")),
        RESTART_AFTER,
      )
    })
    started.stdin.write(`${JSON.stringify(orders)}\n`)
    const lines = createInterface({ input: started.stdout })
    const ended = once(started, "exit").then(() => {
      throw new Error("The trial's payment gateway could not be started")
    })
    const [line] = await Promise.race([once(lines, "line"), ended])
    const ready = JSON.parse(String(line)) as GatewayReady
    // Another program may have taken its port meanwhile.
    if (settings) settings.baseUrl = ready.url
    return ready
  }

  const { url, keyId, keySecret, webhookSecret } = await begin()
  settings = {
    ...{ baseUrl: url, keyId, keySecret, webhookSecrets: [webhookSecret] },
    checkoutPage: PAY_PAGES,
  }
  return {
    settings,
    async stop() {
      stopped = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, "exit")
      child.stdin?.end()
      child.kill("SIGTERM")
      await exited
    },
  }
}
