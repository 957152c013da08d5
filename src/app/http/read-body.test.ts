import { createServer, type IncomingMessage, request } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Arrived, type Pace, readUpTo, watchPace } from "./read-body.ts"

/** Sends one piece after the other, so many milliseconds apart, and returns what `take` made of the request. */
async function send<T>(
  pieces: string[],
  apart: number,
  take: (incoming: IncomingMessage) => Promise<T>,
): Promise<T> {
  const taken = Promise.withResolvers<T>()
  const server = createServer((incoming, response) => {
    take(incoming).then(taken.resolve, taken.reject)
    response.flushHeaders()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const asked = request({ host: "127.0.0.1", port, method: "POST" })
  asked.on("error", () => {})
  asked.flushHeaders()
  void (async () => {
    for (const piece of pieces) {
      await delay(apart)
      asked.write(piece)
    }
    // An empty last piece marks a body that goes on; without one it is complete.
    if (pieces.at(-1) !== "") asked.end()
  })()
  try {
    return await taken.promise
  } finally {
    asked.destroy()
    server.closeAllConnections()
    server.close()
  }
}

const PATIENT: Pace = { within: 5_000 }
const read =
  (most: number, pace: Pace, arrived: Arrived = { pieces: [], bytes: 0 }) =>
  async (incoming: IncomingMessage) => ({ how: await readUpTo(incoming, arrived, most, pace), ...arrived })

test("OPS-04 a body is read whole, and no further than its limit", async () => {
  expect(await send(["abc", "def"], 1, read(6, PATIENT))).toMatchObject({ how: "whole", bytes: 6 })
  expect(await send(["abc", "def", "ghi", ""], 1, read(5, PATIENT))).toMatchObject({ how: "more", bytes: 6 })
})

test("OPS-04 reading goes on where it stopped, once more is allowed", async () => {
  const arrived: Arrived = { pieces: [], bytes: 0 }
  const how = await send(["abc", "def", "ghi"], 5, async (incoming) => [
    await readUpTo(incoming, arrived, 2, PATIENT),
    await readUpTo(incoming, arrived, 9, PATIENT),
  ])
  expect(how).toEqual(["more", "whole"])
  expect(Buffer.concat(arrived.pieces).toString()).toBe("abcdefghi")
})

test("OPS-04 a body that is not there in time, or stands still, is given up", async () => {
  const trickle = Array<string>(100).fill("a")
  expect((await send(trickle, 20, read(1_000, { within: 200 }))).how).toBe("slow")
  expect((await send(["abc", ""], 1, read(9, { bytes: 1, each: 50 }))).how).toBe("slow")
})

test("REC-03 a body that is slow but moves is read to its end", async () => {
  const steady = Array<string>(12).fill("piece")
  expect((await send(steady, 30, read(1_000, { bytes: 1, each: 150 }))).how).toBe("whole")
})

test("REC-03 what is handed on as it arrives is cut off once it stands still, and not while it moves", async () => {
  const drain = (pace: Pace) => async (incoming: IncomingMessage) => {
    watchPace(incoming, pace)
    let bytes = 0
    try {
      for await (const piece of incoming) bytes += piece.length
      return `whole ${bytes}`
    } catch {
      return "cut off"
    }
  }
  expect(await send(Array<string>(12).fill("piece"), 30, drain({ bytes: 1, each: 150 }))).toBe("whole 60")
  expect(await send(["piece", ""], 1, drain({ bytes: 1, each: 50 }))).toBe("cut off")
})
