import { once } from "node:events"
import { connect } from "node:net"
import { expect, test } from "vitest"
import { createApp } from "#app/http.ts"
import { listen } from "#app/listen.ts"
import { createClass } from "./classes.ts"
import { freePort } from "./free-port.ts"
import { startHttpProduct } from "./http.ts"
import { createInstructor, createStudent } from "./people.ts"

test("OPS-03 a process told to stop says so, finishes what it began and sends its readers elsewhere", async () => {
  const product = await startHttpProduct()
  const { runtime, ctx } = product
  try {
    const student = await createStudent(ctx)
    const held = await createClass(ctx, await createInstructor(ctx))
    const headers = { cookie: await product.cookieOf(student) }
    const port = await freePort()
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
    const shutting = server.shut()
    await expect.poll(() => isOpen(`${address}/livez`)).toBe(false)
    await shutting
    runtime.sendAway()
    const told = await stream.text()
    expect(told).toMatch(/retry: \d+/)
    expect(told).toContain("server.leaving")

    const closed = server.close()
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

test("OPS-03 whoever was let in before the door shut is answered, and who asks nothing holds nobody up", async () => {
  const port = await freePort()
  const server = await listen(async (request) => new Response(await request.text()), port, "127.0.0.1")
  const [asking, silent] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")]
  await Promise.all([once(asking, "connect"), once(silent, "connect")])
  const began = performance.now()
  const closed = server.close()
  await expect.poll(() => isOpen(`http://127.0.0.1:${port}`)).toBe(false)
  asking.write("POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 5\r\n\r\nhello")
  const [answer] = await once(asking, "data")
  expect(String(answer)).toContain("HTTP/1.1 200")
  asking.end()
  await closed
  // Far below the bound of the whole stop, after which everything is cut off.
  expect(performance.now() - began).toBeLessThan(4_000)
  expect(silent.destroyed || (await once(silent, "close"))).toBeTruthy()
})

function isOpen(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  )
}
