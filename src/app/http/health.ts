import { getConnInfo } from "@hono/node-server/conninfo"
import type { Hono } from "hono"
import { isForwarded } from "#platform/client-address.ts"
import { mayReadMetrics } from "#platform/metrics.ts"
import { within } from "#platform/parts.ts"
import type { PartName, Runtime } from "../runtime.ts"

/** How long a look counts, in milliseconds: balancers ask each second, and from several sides. */
const KEEP_MS = 500
/** A database that takes longer than this to respond counts as down, in milliseconds. */
const ANSWER_WITHIN_MS = 2_000

/**
 * /livez says that the process responds, and whether an untrusted proxy asked; /readyz and /healthz say
 * whether it should get requests, and if not why; /metrics has its counts for Prometheus.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever else the app keeps for a request
export function mountHealth(app: Hono<any>, runtime: Runtime): void {
  const look = keeping(() => lookAtDatabase(runtime))
  app.get("/livez", (c) => {
    const ignored = runtime.env.TRUSTED_PROXIES === 0 && isForwarded(c.req.raw.headers)
    return c.json({ alive: true, ...(ignored && { proxy_not_trusted: true }) })
  })
  for (const path of ["/readyz", "/healthz"] as const) {
    app.get(path, async (c) => {
      const state = describeState(runtime, await look())
      return c.json(state, state.ready ? 200 : 503)
    })
  }
  app.get("/metrics", async (c) => {
    const asked = {
      authorization: c.req.header("authorization"),
      address: getConnInfo(c).remote.address,
      forwarded: c.req.header("x-forwarded-for") !== undefined || c.req.header("forwarded") !== undefined,
    }
    if (!mayReadMetrics(asked, runtime.env.METRICS_TOKEN)) return c.text("There is no such page", 404)
    return c.body(await runtime.metrics.text(), 200, { "content-type": "text/plain; version=0.0.4" })
  })
}

type DatabaseLook = { database: boolean; migrations: boolean; jobs: boolean }

/** Checks what needs the database; skipped when the database does not respond. */
async function lookAtDatabase({ link, pool, migrated, jobs }: Runtime): Promise<DatabaseLook> {
  const away = { database: false, migrations: false, jobs: false }
  if (link.read().state === "silent") return away
  const isSo = (answer: Promise<boolean>) => within(ANSWER_WITHIN_MS, answer).catch(() => false)
  if (!(await isSo(pool.query("select 1").then(() => true)))) return away
  const [migrations, store] = await Promise.all([isSo(migrated()), isSo(jobs.healthy())])
  return { database: true, migrations, jobs: store }
}

function describeState(runtime: Runtime, look: DatabaseLook) {
  const draining = runtime.draining()
  const names = Object.keys(runtime.parts) as PartName[]
  return {
    ready: look.database && look.migrations && look.jobs && !draining,
    ...look,
    draining,
    video: runtime.video.status(),
    video_reason: runtime.video.reason(),
    parts: Object.fromEntries(names.map((name) => [name, runtime.parts[name].read()])),
    log: runtime.logState(),
  }
}

/** Shares one result between all who ask at about the same time. */
function keeping<T>(look: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null
  return () => {
    if (kept) return kept
    const asked = look()
    kept = asked
    const forget = () => setTimeout(() => (kept = kept === asked ? null : kept), KEEP_MS).unref()
    asked.then(forget, forget)
    return asked
  }
}
