import type { Env, Hono } from "hono"
import { z } from "zod"
import type { Log } from "#platform/log/log.ts"
import { MINUTE } from "#shared/time.ts"
import { loggedPath } from "../observe.ts"

/** Where browsers report violations of a page's content security policy. */
export const POLICY_REPORTS = "/hooks/csp"
/** The message in the log. */
export const POLICY_BROKEN = "a page broke its content security policy"

/** Anybody can send reports, so no more than these are written down within a minute. */
const MOST_PER_MINUTE = 30

const Report = z.object({
  "csp-report": z.object({
    "document-uri": z.string().default(""),
    "effective-directive": z.string().max(60).default(""),
    "blocked-uri": z.string().default(""),
  }),
})

/**
 * Writes reports to the log: only the page's path and the blocked origin, because addresses can contain
 * secrets.
 */
export function mountPolicyReports<E extends Env>(app: Hono<E>, log: Log): void {
  let minute = 0
  let written = 0
  app.post(POLICY_REPORTS, async (c) => {
    const report = Report.safeParse(await c.req.json().catch(() => null))
    if (!report.success) return c.body(null, 400)
    const now = Math.floor(Date.now() / MINUTE)
    if (now !== minute) [minute, written] = [now, 0]
    written += 1
    if (written <= MOST_PER_MINUTE) log.warn(describe(report.data["csp-report"]), POLICY_BROKEN)
    return c.body(null, 204)
  })
}

function describe(report: z.infer<typeof Report>["csp-report"]) {
  return {
    page: loggedPath(partOf(report["document-uri"], "pathname")),
    directive: report["effective-directive"],
    // "inline" and "eval" are no addresses.
    blocked: partOf(report["blocked-uri"], "origin") || report["blocked-uri"].slice(0, 20),
  }
}

function partOf(address: string, part: "pathname" | "origin"): string {
  return URL.canParse(address) ? new URL(address)[part].slice(0, 200) : ""
}
