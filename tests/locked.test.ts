import { afterAll, beforeAll, expect, test } from "vitest"
import { createApp } from "#app/http/http.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createInstructor } from "./people.ts"
import { recordingFor } from "./recordings.ts"

/** What an admin who owes the second step may do: see the own account, set the step up, and leave. */
const OWN_ACCOUNT = new Set([
  "GET /account",
  "POST /account/password",
  "GET /account/sessions",
  "DELETE /account/sessions/{session_id}",
  "DELETE /account/sessions",
  "POST /account/two-step",
  "POST /account/two-step/confirmation",
  "GET /account/proof",
  "POST /account/proof",
  "POST /account/proof/code",
  "POST /account/date-of-birth",
])

type Operation = { door: string; method: string; path: string; isBody: boolean }

let product: HttpProduct
let admin: SignedIn
let ids: Record<string, string>
let operations: Operation[]

beforeAll(async () => {
  product = await startHttpProduct({ ADMINS_NEED_TWO_STEP: "true" })
  admin = await createAdmin(product.ctx)
  const taught = await createClass(product.ctx, await createInstructor(product.ctx), {
    max_capacity: 1,
    one_on_one: true,
  })
  const { recording_id } = await recordingFor(product.ctx, taught, "recordings.finish")
  ids = { class_id: taught.id, recording_id, user_id: taught.instructor_id }
  const document = (await (await product.call(null, "GET", "/api/v1/openapi.json")).json()) as {
    paths: Record<string, object>
  }
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      door: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: `/api/v1${path}`,
      isBody: method !== "get",
    })),
  )
})
afterAll(() => product.close())

/** The path with what is there for the names in it, or with ids that nothing has. */
const filled = (path: string) =>
  path.replace(/\{(\w+)\}|:(\w+)(\{[^}]*\})?/g, (_all, a, b) => ids[a ?? b] ?? newId())

/** A session of its own for each request, for some of them end it. */
async function ask(person: SignedIn | null, method: string, path: string, body?: string): Promise<Response> {
  await product.ctx.db.delete(rateLimits)
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (person) {
    const reply = new Headers()
    await product.runtime.sessions.openTrusted({ request: new Headers(), reply }, person.user_id)
    headers.cookie = reply
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ")
  }
  const aborted = AbortSignal.timeout(5_000)
  return fetch(product.address + path, { method, headers, signal: aborted, ...(body && { body }) })
}

test("ACC-10 no procedure does for an admin who owes the second step what it doesn't do for a visitor", async () => {
  expect(operations.length).toBeGreaterThan(180)
  const open: string[] = []
  for (const { door, method, path, isBody } of operations) {
    const at = filled(path)
    const body = isBody ? "{}" : undefined
    const locked = await ask(admin, method, at, body)
    if (locked.status === 403) continue
    const visitor = await ask(null, method, at, body)
    const [ours, theirs] = [await locked.text(), await visitor.text()]
    if (locked.status !== visitor.status || (/GET|401/.test(method + locked.status) && ours !== theirs))
      open.push(door)
  }
  expect(open.toSorted()).toEqual([...OWN_ACCOUNT].toSorted())
})

test("ACC-10 no other door opens to an admin who owes the second step", async () => {
  const app = createApp(product.runtime, async () => new Response("a page"), null)
  const mounted = app.routes.filter(({ path }) => !path.includes("*") && !path.startsWith("/api/"))
  const doors = mounted.flatMap(({ method, path }) =>
    (method === "ALL" ? ["GET", "HEAD", "PATCH", "POST", "DELETE"] : [method]).map(
      (one) => [one, path] as const,
    ),
  )
  expect(doors.map(([, path]) => path).join(" ")).toMatch(
    /\/files\/.*\/uploads\/.*\/calendar\/.*\/admin\/export\//,
  )
  for (const [method, path] of [
    ...doors,
    ["GET", "/admin/export/students.csv"],
    ["GET", "/admin/export/audit.csv"],
  ]) {
    // The recording is the one that is being made; a name in a path that is no id stays one that nothing has.
    const at = filled(
      (path ?? "")
        .replace("/uploads/recordings/:id", "/uploads/recordings/:recording_id")
        .replace("/class/:id", "/class/:class_id"),
    )
    const [locked, visitor] = [await ask(admin, method ?? "", at), await ask(null, method ?? "", at)]
    expect([method, path, locked.status]).toEqual([method, path, visitor.status])
    // Health and metrics show the current state to everyone.
    if (!/^\/(readyz|healthz|metrics)$/.test(path ?? ""))
      expect(await locked.text(), path).toBe(await visitor.text())
  }
})

test("REC-03 ACC-10 an admin who owes the second step can neither see nor spoil a recording that is being made", async () => {
  const at = `/uploads/recordings/${ids.recording_id}`
  const read = async () => {
    const [row] = await product.ctx.db.select().from(classRecordings)
    return [row?.status, await product.ctx.spool.received(ids.recording_id ?? "")]
  }
  const send = async (person: SignedIn, method: string) => {
    const headers = {
      cookie: await product.cookieOf(person),
      "tus-resumable": "1.0.0",
      ...(method === "PATCH" && { "upload-offset": "0", "content-type": "application/offset+octet-stream" }),
    }
    const body = method === "PATCH" ? { body: "<!doctype html> no recording" } : {}
    return (await fetch(product.address + at, { method, headers, ...body })).status
  }
  expect([await send(admin, "HEAD"), await send(admin, "PATCH"), await send(admin, "OPTIONS")]).toEqual([
    401, 401, 401,
  ])
  expect(await read()).toEqual(["recording", 0])
  // With the right to upload the request is refused for its content, and the recording continues, too.
  const teacher = { ...admin, user_id: ids.user_id ?? "" }
  expect([await send(teacher, "HEAD"), await send(teacher, "PATCH")]).toEqual([200, 415])
  expect(await read()).toEqual(["recording", 0])
})
