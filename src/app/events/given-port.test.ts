import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { expect, onTestFinished, test, vi } from "vitest"
import { openGivenPort } from "./listen.ts"

test("OPS-06 what is answered on a connection that was handed over is sent at once", async () => {
  const port = openGivenPort(() => new Response("here"))
  const door = createServer({ pauseOnConnect: true })
  onTestFinished(() => void door.close())
  await once(door.listen(0, "127.0.0.1"), "listening")
  const arrives = once(door, "connection") as Promise<[Socket]>
  const client = connect((door.address() as { port: number }).port, "127.0.0.1")
  onTestFinished(() => void client.destroy())
  const [socket] = await arrives
  const sendsAtOnce = vi.spyOn(socket, "setNoDelay")
  port.take(socket)
  client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
  const [answer] = (await once(client, "data")) as [Buffer]
  expect(answer.toString()).toContain("200")
  expect(sendsAtOnce).toHaveBeenCalledOnce()
})
