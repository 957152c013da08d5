import { expect, test } from "vitest"
import { createApp } from "#app/http.ts"
import { listen } from "#app/listen.ts"
import { createClass } from "./classes.ts"
import { startHttpProduct } from "./http.ts"
import { createInstructor, createStudent } from "./people.ts"

test("OPS-03 a process told to stop says so, finishes what it began and sends its readers elsewhere", async () => {
  const product = await startHttpProduct()
  const { runtime, ctx } = product
  try {
    const student = await createStudent(ctx)
    const held = await createClass(ctx, await createInstructor(ctx))
    const headers = { cookie: await product.cookieOf(student) }
    const port = 21_000 + Math.floor(Math.random() * 9_000)
    const address = `http://127.0.0.1:${port}`
    const app = createApp(runtime, async () => new Response("", { status: 404 }), null)
    const server = await listen(app.fetch, port, "127.0.0.1")

    const stream = await fetch(`${address}/api/v1/events?topics=class:${held.id}`)
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({ ready: true, draining: false })
    expect(await (await product.call(null, "GET", "/metrics")).text()).toContain("kaksha_event_streams 1")

    // A request that can't be answered before the row is let go.
    const holder = await runtime.pool.connect()
    await holder.query("begin")
    await holder.query("select 1 from scheduled_classes where id = $1 for update", [held.id])
    const enrolling = fetch(`${address}/api/v1/classes/${held.id}/enrolments`, { method: "POST", headers })
    await expect
      .poll(async () => (await holder.query("select 1 from pg_locks where not granted")).rowCount)
      .toBeGreaterThan(0)

    await runtime.drain()
    const asked = await fetch(`${address}/readyz`)
    expect(asked.status).toBe(503)
    expect(await asked.json()).toMatchObject({ ready: false, draining: true })
    const told = await stream.text()
    expect(told).toMatch(/retry: \d+/)
    expect(told).toContain("server.leaving")

    const closed = server.close()
    await expect
      .poll(() =>
        fetch(`${address}/livez`).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed")
    await holder.query("commit")
    holder.release()
    const enrolled = await enrolling
    expect(enrolled.status).toBe(200)
    expect(enrolled.headers.get("connection")).toBe("close")
    await closed
  } finally {
    await product.close()
  }
})
