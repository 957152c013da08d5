import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Kept } from "#platform/money/gateway/books.ts"
import { newGatewaySecrets, type Secrets, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { say } from "../console.ts"
import type { Command } from "./parts.ts"

const USAGE = `npm run kaksha -- gateway

The payment gateway of a trial, which takes no money. The product starts it, unless PAYMENT_PROVIDER says otherwise.`

/** What the product tells its gateway, as one line. */
export type GatewayOrders = { file: string; webhookUrl: string }
/** What the gateway answers, as one line. */
export type GatewayReady = Secrets & { url: string }

type Remembered = { port: number; secrets: Secrets; kept: Kept | null }

/** Serves until the product that started it closes its input, also by dying. */
async function run(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done) return say(USAGE)
  const { file, webhookUrl } = JSON.parse(first.value) as GatewayOrders
  const before = remembered(file)
  const secrets = before?.secrets ?? newGatewaySecrets()
  let port = before?.port ?? 0
  const keep = (kept: Kept | null) => write(file, { port, secrets, kept })
  const start = (on: number) =>
    startRazorpayGateway({
      secrets,
      webhookUrl,
      port: on,
      kept: before?.kept ?? null,
      keep,
      settlesDaily: true,
    })
  // Another program may have the port of last time.
  const gateway = await start(port).catch(() => start(0))
  port = Number(new URL(gateway.url).port)
  keep(before?.kept ?? null)
  // Ctrl-C reaches this process too, but the product ends it when nothing needs it any more.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {})
  say(JSON.stringify({ ...secrets, url: gateway.url } satisfies GatewayReady))
  await lines.next()
  process.exit(0)
}

function remembered(file: string): Remembered | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Remembered
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null
    throw error
  }
}

/** Writes the file atomically, readable by its owner alone. */
function write(file: string, remembered: Remembered): void {
  writeFileSync(`${file}.new`, JSON.stringify(remembered), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

export const gatewayCommand: Command = { usage: USAGE, run }
