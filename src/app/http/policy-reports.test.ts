import { Hono } from "hono"
import { expect, test } from "vitest"
import type { Log } from "#platform/log/log.ts"
import { mountPolicyReports, POLICY_BROKEN, POLICY_REPORTS } from "./policy-reports.ts"

function receiver() {
  const lines: { detail: object; message: string }[] = []
  const log = { warn: (detail, message) => lines.push({ detail, message }) } as Partial<Log> as Log
  const app = new Hono()
  mountPolicyReports(app, log)
  const send = (body: string) => app.request(POLICY_REPORTS, { method: "POST", body })
  return { lines, send }
}

const report = (fields: object) => JSON.stringify({ "csp-report": fields })

test("OPS-03 a report of a broken content security policy is in the log without queries of addresses", async () => {
  const { lines, send } = receiver()
  const answer = await send(
    report({
      "document-uri": "https://kaksha.example/email-confirmation?token=secret",
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://evil.example/x.js?who=asha",
    }),
  )
  expect(answer.status).toBe(204)
  const detail = {
    page: "/email-confirmation",
    directive: "script-src-elem",
    blocked: "https://evil.example",
  }
  expect(lines).toEqual([{ detail, message: POLICY_BROKEN }])
})

test("OPS-03 a link that says who may open it stays out of the log", async () => {
  const { lines, send } = receiver()
  await send(report({ "document-uri": "https://kaksha.example/a/secret-of-a-link", "blocked-uri": "inline" }))
  expect(JSON.stringify(lines)).not.toContain("secret-of-a-link")
})

test("OPS-03 what is no report is refused, and a flood is not written down", async () => {
  const { lines, send } = receiver()
  expect((await send("no report")).status).toBe(400)
  for (let sent = 0; sent < 100; sent += 1) await send(report({ "blocked-uri": "inline" }))
  expect(lines.length).toBeGreaterThan(0)
  // A minute may turn while the reports are sent.
  expect(lines.length).toBeLessThanOrEqual(60)
})
