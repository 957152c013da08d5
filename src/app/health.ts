import { getConnInfo } from "@hono/node-server/conninfo"
import type { Hono } from "hono"
import { isForwarded } from "#platform/client-address.ts"
import { mayReadMetrics } from "#platform/metrics.ts"
import type { Runtime } from "./runtime.ts"

/**
 * /livez says that the process answers, and whether a proxy that it doesn't trust asked, /readyz and /healthz whether it should be sent requests, and why not;
 * /metrics has its counts for Prometheus.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever else the app keeps for a request
export function mountHealth(app: Hono<any>, runtime: Runtime): void {
  app.get("/livez", (c) => {
    const ignored = runtime.env.TRUSTED_PROXIES === 0 && isForwarded(c.req.raw.headers)
    return c.json({ alive: true, ...(ignored && { proxy_not_trusted: true }) })
  })
  for (const path of ["/readyz", "/healthz"] as const) {
    app.get(path, async (c) => {
      const state = await readState(runtime)
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

async function readState(runtime: Runtime) {
  const draining = runtime.draining()
  const database = await isSo(runtime.pool.query("select 1").then(() => true))
  const migrations = database && (await isSo(runtime.migrated()))
  const jobs = database && (await runtime.jobs.healthy())
  return {
    ready: database && migrations && jobs && !draining,
    database,
    migrations,
    jobs,
    draining,
    video: runtime.video.status(),
    video_reason: runtime.video.reason(),
  }
}

function isSo(answer: Promise<boolean>): Promise<boolean> {
  return answer.catch(() => false)
}
