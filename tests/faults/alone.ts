import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import { onTestFinished } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { rememberedUrl, withRuntime } from "#app/commands/parts.ts"
import { nextFreePort } from "#app/events/listen.ts"
import { readEnvironment } from "#platform/env.ts"
import { makeMember } from "./member.ts"

/** Ports below this are not assigned to other programs' outgoing connections while the product is down. */
const BELOW_OUTGOING_PORTS = 21_000
/** Each worker of the tests has its own: one's product is down for a moment while another looks for a free port. */
const FIRST_PORT = BELOW_OUTGOING_PORTS + 100 * Number(process.env.VITEST_POOL_ID ?? 0)
const projectRoot = resolve(import.meta.dirname, "../..")

export type Alone = Awaited<ReturnType<typeof startAlone>>

/** The whole product on one machine with a database of its own; without its video server, which is another test's. */
export async function startAlone(name: string) {
  await ensureBuild(projectRoot, () => undefined)
  const dataFolder = mkdtempSync(join(tmpdir(), `kaksha-${name}-`))
  const variables = {
    ...process.env,
    NODE_ENV: "production",
    KAKSHA_DATA: dataFolder,
    LIVEKIT_URL: "ws://127.0.0.1:9",
    LIVEKIT_API_KEY: "away",
    LIVEKIT_API_SECRET: "a video server that is not there",
  }
  const member = makeMember("start", await nextFreePort(FIRST_PORT), variables)
  onTestFinished(async () => {
    await member.stop()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  })
  await member.start()
  const url = rememberedUrl(dataFolder)
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  const inProduct = <T>(work: Parameters<typeof withRuntime<T>>[2]) =>
    withRuntime(call, { url, dataFolder }, work)
  return { member, dataFolder, databaseUrl: url, inProduct }
}

/** Returns when it became true, in milliseconds of `performance.now`. Throws after a minute. */
export async function whenTrue(what: string, isTrue: () => Promise<boolean>): Promise<number> {
  for (const until = performance.now() + 60_000; performance.now() < until; await delay(10)) {
    if (await isTrue().catch(() => false)) return performance.now()
  }
  throw new Error(`${what} did not come about within a minute`)
}

/** Returns when the database answered, in milliseconds of `performance.now`. */
export function databaseAnswers(url: string): Promise<number> {
  return whenTrue("an answer of the database", async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    client.on("error", () => {})
    try {
      await client.connect()
      return (await client.query("select 1")).rowCount === 1
    } finally {
      await client.end().catch(() => {})
    }
  })
}

/** Kills the PostgreSQL of a data folder. Returns what waits until the product has started another. */
export async function killPostgres(dataFolder: string): Promise<() => Promise<unknown>> {
  const owner = () => readFileSync(join(dataFolder, "postgres/postmaster.pid"), "utf8").split("\n")[0]
  const pid = owner()
  process.kill(Number(pid), "SIGKILL")
  return () => whenTrue("another PostgreSQL", async () => owner() !== pid)
}
