import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { expect, test } from "vitest"
import { freePort } from "#tests/free-port.ts"
import { openDoors, type Taker, type Waiting } from "./doors.ts"

type Doors = ReturnType<typeof openDoors>

/** Something that is handed connections and takes them when it is told to. */
function startTaker(doors: Doors) {
  const handed: Waiting[] = []
  const taker: Taker = { take: (given) => void handed.push(given) }
  return {
    handed,
    add: () => doors.add(taker),
    /** Dies without a word. */
    die: () => doors.remove(taker),
    take() {
      const given = handed.shift()
      if (given) doors.taken(taker, given.id)
    },
  }
}

async function call(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => {})
  await once(socket, "connect")
  return socket
}

/** Lets what was sent arrive. */
const arrived = () => new Promise((later) => setTimeout(later, 50))

async function openPort(): Promise<{ doors: Doors; port: number }> {
  const doors = openDoors()
  const port = await freePort()
  await doors.open(port, "127.0.0.1")
  return { doors, port }
}

test("OPS-06 connections go to who waited longest, and to a busy one only after the others", async () => {
  const { doors, port } = await openPort()
  const [one, two] = [startTaker(doors), startTaker(doors)]
  one.add()
  two.add()
  await call(port)
  await call(port)
  await call(port)
  await arrived()
  expect([one.handed.length, two.handed.length]).toEqual([1, 1])
  two.take()
  expect([one.handed.length, two.handed.length]).toEqual([1, 1])
  one.take()
  two.take()
  await doors.close()
})

test("OPS-06 what a process was handed and did not take when it died goes to another, unread", async () => {
  const { doors, port } = await openPort()
  const [one, two] = [startTaker(doors), startTaker(doors)]
  one.add()
  const caller = await call(port)
  caller.write("asked")
  await arrived()
  expect(one.handed).toHaveLength(1)
  one.die()
  expect(two.handed).toHaveLength(0)
  two.add()
  expect(two.handed).toHaveLength(1)
  const [given] = two.handed
  expect(given?.socket.bytesRead).toBe(0)
  expect(caller.destroyed).toBe(false)
  two.take()
  await doors.close()
})

test("OPS-06 while nobody can take them connections wait, and closing waits until they were taken", async () => {
  const { doors, port } = await openPort()
  await call(port)
  const gone = await call(port)
  gone.destroy()
  await arrived()
  const closed = doors.close()
  const one = startTaker(doors)
  one.add()
  await arrived()
  let isClosed = false
  void closed.then(() => (isClosed = true))
  await arrived()
  expect(isClosed).toBe(false)
  while (one.handed.length > 0) one.take()
  await closed
  const refused = connect(port, "127.0.0.1")
  const [error] = await once(refused, "error")
  expect(error).toMatchObject({ code: "ECONNREFUSED" })
})

test("OPS-06 a port that is taken is said to be", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await once(other, "listening")
  const { port } = other.address() as AddressInfo
  await expect(openDoors().open(port, "127.0.0.1")).rejects.toMatchObject({ name: "PortTaken" })
  other.close()
})
